-- project, name of message and person, sealed rating, seconds to keep -> 1. Of a project that is gone nothing is kept.
local project, name, sealed, seconds = unpack(ARGV)
if redis.call('SISMEMBER', key('projects'), project) == 0 then return 0 end
redis.call('HSET', key('ratings', project), name, sealed)
redis.call('EXPIRE', key('ratings', project), seconds)
return 1
