-- parcels -> nothing
plan(cjson.decode(ARGV[1]))
return 1
