-- project, lease, ids, cap, effects, mark seconds -> 1 when written. The letters leave and their effects arrive
-- in one step, and only the current holder may take it. Letters begun too often go to the dead ones.
local project, lease, ids, cap, effects, seconds = unpack(ARGV)
local last = lease .. '|' .. ids
if redis.call('GET', key('last', project)) == last then return 1 end
if redis.call('GET', key('lease', project)) ~= lease then return 0 end

ids = cjson.decode(ids)
local box = redis.call('LRANGE', key('box', project), 0, #ids - 1)
for place, id in ipairs(ids) do
  if not box[place] or letter_id(box[place]) ~= id then return 0 end
end
local tries = tonumber(redis.call('HGET', key('tries', project), ids[1]) or '0')
if tries > tonumber(cap) then redis.call('RPUSH', key('dead', project), unpack(box)) end
redis.call('LTRIM', key('box', project), #ids, -1)
redis.call('HDEL', key('tries', project), ids[1])
redis.call('HDEL', key('runs', project), ids[1])
redis.call('ZREMRANGEBYSCORE', key('begun', project), 0, redis.call('TIME')[1] - seconds)

effects = cjson.decode(effects)
keep(effects.projects)
offer(effects.records)
plan(effects.parcels)
link(effects.links)
meet(effects.contacts)
if effects.unseen then redis.call('HINCRBY', key('unseen'), project, 1) end
redis.call('SET', key('last', project), last, 'EX', seconds)
return 1
