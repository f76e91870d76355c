-- project, job, token, milliseconds -> 1 when the lease is taken. A redelivered job carries the same name
-- and replaces its dead self.
local project, job, token, milliseconds = unpack(ARGV)
local holder = redis.call('GET', key('lease', project))
if holder and string.match(holder, '^(.*)|') ~= job then return 0 end
redis.call('SET', key('lease', project), job .. '|' .. token, 'PX', milliseconds)
return 1
