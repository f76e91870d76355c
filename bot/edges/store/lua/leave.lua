-- project, lease, counted -> 1 when it was ours. The attempt that `begin` counted is forgiven unless it is to count.
-- What was begun together stays together: part of it may have been told already, and a letter that came later was not.
local project, lease, counted = unpack(ARGV)
if redis.call('GET', key('lease', project)) ~= lease then return 0 end
redis.call('DEL', key('lease', project))
if counted == '1' then return 1 end
local head = redis.call('LINDEX', key('box', project), 0)
local id = head and letter_id(head)
if id and tonumber(redis.call('HGET', key('tries', project), id) or '0') > 0 then
  if redis.call('HINCRBY', key('tries', project), id, -1) == 0 then redis.call('HDEL', key('tries', project), id) end
end
return 1
