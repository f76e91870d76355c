-- record key, now, verb, version, hash, actor, word -> 1 when there is such a record
if redis.call('EXISTS', key('record', ARGV[1])) == 0 then return 0 end
audit(unpack(ARGV))
return 1
