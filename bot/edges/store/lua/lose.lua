-- loss, project, fields, effects -> 1 when it was not known before: the owner is asked once about one sandbox
local id, project, fields, effects = unpack(ARGV)
if redis.call('EXISTS', key('loss', id)) == 1 then return 0 end
redis.call('HSET', key('loss', id), unpack(cjson.decode(fields)))
redis.call('SADD', key('losses', project), id)
redis.call('ZREM', key('ending'), project)
effects = cjson.decode(effects)
keep(effects.projects)
plan(effects.parcels)
return 1
