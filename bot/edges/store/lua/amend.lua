-- project, letter id, entry -> 1 when a letter that nobody has begun was replaced, or taken out where there is no entry;
-- in the box, or among what is held while the agent is silent.
local project, id, entry = unpack(ARGV)
local box, held = key('box', project), key('held', project)
for _, list in ipairs({box, held}) do
  for place, found in ipairs(redis.call('LRANGE', list, 0, -1)) do
    if letter_id(found) == id then
      if list == box and redis.call('HEXISTS', key('tries', project), id) == 1 then return 0 end
      if entry ~= '' then
        redis.call('LSET', list, place - 1, entry)
      else
        redis.call('LREM', list, 1, found)
        for _, one in ipairs(cjson.decode(redis.call('HGET', key('heard', project), id) or '[]')) do
          redis.call('HINCRBY', key('heard', project), 'in:' .. one, -1)
        end
        redis.call('HDEL', key('heard', project), id)
      end
      return 1
    end
  end
end
return 0
