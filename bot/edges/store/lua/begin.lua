-- project, lease, cap, longest run, most -> attempt and letters, or nothing. What expired is told
-- together up to `most`: nobody waits for the agent's word on it, and the owner hears of it in one message.
-- An empty box gives the project back in the same step, so no letter can slip in between.
local project, lease, cap, longest, most = unpack(ARGV)
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
if #box == tonumber(longest) and string.find(box[#box], '^told|') then
  box = redis.call('LRANGE', key('box', project), 0, tonumber(most) - 1)
end
local function joins(place)
  local entry = box[place]
  if not entry or not string.find(entry, '^told|') then return false end
  return place <= tonumber(longest) or string.find(letter_id(entry), '%.expired$') ~= nil
end
if not run then
  run = 1
  if string.find(box[1], '^told|') then
    while joins(run + 1) do run = run + 1 end
  end
  redis.call('HSET', key('runs', project), head, run)
end
local now = redis.call('TIME')[1]
for place = 1, run do redis.call('ZADD', key('begun', project), now, letter_id(box[place])) end

local attempt = redis.call('HINCRBY', key('tries', project), head, 1)
if attempt > tonumber(cap) then attempt = 0 end
return {attempt, unpack(box, 1, run)}
