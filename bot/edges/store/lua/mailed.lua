-- message, project, record -> nothing. What was sent of a project that was deleted meanwhile is not remembered.
local message, project, record = unpack(ARGV)
if record ~= '' and redis.call('EXISTS', key('record', record)) == 0 then return 0 end
redis.call('SET', key('mailed', message), project .. '|' .. record)
redis.call('SADD', key('mails', project), message)
return 1
