-- project, lease, milliseconds -> 1 while the lease is ours
local project, lease, milliseconds = unpack(ARGV)
if redis.call('GET', key('lease', project)) ~= lease then return 0 end
return redis.call('PEXPIRE', key('lease', project), milliseconds)
