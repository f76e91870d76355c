-- member, not settled after, fields -> 1 when its text was removed. What was taken up again meanwhile is left alone.
local member, before, fields = unpack(ARGV)
local since = redis.call('ZSCORE', key('settled'), member)
if not since or tonumber(since) > tonumber(before) then return 0 end
redis.call('ZREM', key('settled'), member)

local kind, id = string.match(member, '^(%l+)|(.*)$')
if kind == 'grave' then
  for _, entry in ipairs(cjson.decode(redis.call('HGET', key('grave', id), 'letters') or '[]')) do
    redis.call('DEL', key('mark', letter_id(entry)))
  end
  redis.call('DEL', key('grave', id))
  redis.call('SREM', key('untold'), id)
else
  redis.call('HSET', key(kind, id), 'faded', 1, unpack(cjson.decode(fields)))
end
return 1
