-- effects -> nothing: changes outside a turn
local effects = cjson.decode(ARGV[1])
keep(effects.projects)
link(effects.links)
meet(effects.contacts)
return 1
