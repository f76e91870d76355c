-- project, sealed, when to warn of its end or "" -> nothing. A new end takes the place of the old one, warned of or not.
local project, sealed, warn_at = unpack(ARGV)
redis.call('SET', key('stay', project), sealed)
redis.call('ZREM', key('ending'), project)
if warn_at ~= '' then redis.call('ZADD', key('ending'), warn_at, project) end
return 1
