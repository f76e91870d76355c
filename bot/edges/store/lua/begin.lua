-- project, lease, cap, longest run -> attempt and letters, or nothing.
-- An empty box gives the project back in the same step, so no letter can slip in between.
local project, lease, cap, longest = unpack(ARGV)
if redis.call('GET', key('lease', project)) ~= lease then return false end
local box = redis.call('LRANGE', key('box', project), 0, tonumber(longest) - 1)
if #box == 0 then
  redis.call('DEL', key('lease', project))
  redis.call('SREM', key('waiting'), project)
  return false
end

-- What was begun together once is begun together again: a letter that came later was not told then.
local head = letter_id(box[1])
local run = tonumber(redis.call('HGET', key('runs', project), head))
if not run then
  run = 1
  if string.find(box[1], '^told|') then
    while box[run + 1] and string.find(box[run + 1], '^told|') do run = run + 1 end
  end
  redis.call('HSET', key('runs', project), head, run)
end
local now = redis.call('TIME')[1]
for place = 1, run do redis.call('ZADD', key('begun', project), now, letter_id(box[place])) end

local attempt = redis.call('HINCRBY', key('tries', project), head, 1)
if attempt > tonumber(cap) then attempt = 0 end
return {attempt, unpack(box, 1, run)}
