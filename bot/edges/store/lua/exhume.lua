-- grave, project, verb, actor, may, now, outcome -> word. `retry` puts the letters at the end of the box with all their
-- attempts before them, `discard` removes them; either is done once. The same person's same word again is a repeat.
local id, project, verb, actor, may, now, outcome = unpack(ARGV)
local grave = key('grave', id)
local state, by, letters = unpack(redis.call('HMGET', grave, 'state', 'by', 'letters'))
if not state then return 'unknown' end
if state == verb and by == actor then return 'repeat' end

local word = 'done'
if may ~= '1' then word = 'not_yours'
elseif state ~= 'dead' then word = 'closed' end
audit(id, now, verb, '', '', actor, word)
if word ~= 'done' then return word end

letters = cjson.decode(letters)
for _, entry in ipairs(letters) do
  local letter = letter_id(entry)
  local mark = redis.call('GET', key('mark', letter))
  if mark and verb == 'retry' then
    -- what the agent has begun is resumed, what people were shown is shown anew
    mark = cjson.decode(mark)
    mark.placeholder, mark.placing, mark.answering, mark.answered = '', false, false, ''
    redis.call('SET', key('mark', letter), cjson.encode(mark), 'KEEPTTL')
  elseif mark then
    redis.call('DEL', key('mark', letter))
  end
end
if verb == 'retry' then post(project, letters) end
redis.call('HSET', grave, 'state', verb, 'by', actor, 'outcome', outcome)
redis.call('HDEL', grave, 'letters')
redis.call('SREM', key('untold'), id)
return word
