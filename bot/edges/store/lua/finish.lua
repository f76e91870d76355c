-- project, lease, ids, cap, effects, mark seconds -> 1 when written. The letters leave and their effects arrive
-- in one step, and only the current holder may take it. Letters begun too often are put away with their effects: the
-- card that tells of them is one, and without it they are remembered as untold.
local project, lease, ids, cap, effects, seconds = unpack(ARGV)
local last = lease .. '|' .. ids
if redis.call('GET', key('last', project)) == last then return 1 end
if redis.call('GET', key('lease', project)) ~= lease then return 0 end

ids = cjson.decode(ids)
local box = redis.call('LRANGE', key('box', project), 0, #ids - 1)
for place, id in ipairs(ids) do
  if not box[place] or letter_id(box[place]) ~= id then return 0 end
end
for _, id in ipairs(ids) do
  heard(project, 'out:', cjson.decode(redis.call('HGET', key('heard', project), id) or '[]'))
  redis.call('HDEL', key('heard', project), id)
end
local tries = tonumber(redis.call('HGET', key('tries', project), ids[1]) or '0')
redis.call('LTRIM', key('box', project), #ids, -1)
redis.call('HDEL', key('tries', project), ids[1])
redis.call('HDEL', key('runs', project), ids[1])
redis.call('ZREMRANGEBYSCORE', key('begun', project), 0, redis.call('TIME')[1] - seconds)

effects = cjson.decode(effects)
if tries > tonumber(cap) then
  local grave = key('grave', project .. '|' .. ids[1])
  redis.call('DEL', grave) -- of an earlier time: it was taken out again
  redis.call('HSET', grave, 'letters', cjson.encode(box), 'state', 'dead')
  redis.call('SADD', key('graves', project), ids[1])
  local since = effects.buried_at ~= '' and effects.buried_at or redis.call('TIME')[1] .. '000000'
  redis.call('ZADD', key('settled'), since, 'grave|' .. project .. '|' .. ids[1])
  if #effects.parcels == 0 then redis.call('SADD', key('untold'), project .. '|' .. ids[1]) end
end
remember(effects)
if effects.told then redis.call('DEL', key('held', project)) end
for _, entry in ipairs(effects.held) do
  redis.call('RPUSH', key('held', project), entry)
  redis.call('LTRIM', key('held', project), -1000, -1)
end
if effects.entitled ~= '' then entitle(project, effects.entitled) end
if effects.unseen then redis.call('HINCRBY', key('unseen'), project, 1) end
redis.call('SET', key('last', project), last, 'EX', seconds)
return 1
