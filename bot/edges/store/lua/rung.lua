-- token, seconds, names and times, letters, effects -> 1 when written. What rang is removed and its effects arrive in one
-- step. When somebody else has the group by now, or a timer was moved or called off meanwhile, nothing is written.
local token, seconds, rang, letters, effects = unpack(ARGV)
local group = redis.call('GET', key('ring', token))
if group == '' then return 1 end -- this call repeated after a broken connection
local holder = group and redis.call('HGET', key('ringers'), group)
if not holder or string.match(holder, '|(.*)$') ~= token then return 0 end

rang = cjson.decode(rang)
local valid = true
for _, one in ipairs(rang) do
  local due = redis.call('ZSCORE', key('timers', group), one[1])
  valid = valid and due and tonumber(due) == one[2]
end
redis.call('HDEL', key('ringers'), group)
if valid then
  redis.call('SET', key('ring', token), '', 'EX', seconds)
  for _, one in ipairs(rang) do redis.call('ZREM', key('timers', group), one[1]) end
  for _, one in ipairs(cjson.decode(letters)) do post(one[1], {one[2]}) end
  remember(cjson.decode(effects))
else
  redis.call('DEL', key('ring', token))
end
alarm(group)
return valid and 1 or 0
