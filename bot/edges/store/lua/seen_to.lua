-- project, how many turns were cut when somebody looked -> 1 when none was cut since
local project, count = unpack(ARGV)
if redis.call('HGET', key('unseen'), project) ~= count then return 0 end
return redis.call('HDEL', key('unseen'), project)
