-- message, project, record -> nothing
local message, project, record = unpack(ARGV)
redis.call('SET', key('mailed', message), project .. '|' .. record)
redis.call('SADD', key('mails', project), message)
return 1
