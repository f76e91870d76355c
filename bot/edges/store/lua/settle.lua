-- parcel, fate, attempts, not before, fields, letters, parcels, now -> 1 when written.
-- Only the sender who holds this attempt may settle it. A late, certain "sent" may correct a doubt.
local id, fate, attempts, not_before, fields, letters, parcels, moment = unpack(ARGV)
local parcel = key('parcel', id)
local was, at_attempt, project, record =
  unpack(redis.call('HMGET', parcel, 'fate', 'attempts', 'project', 'record'))
if at_attempt ~= attempts then return 0 end
if was ~= 'sending' and not (was == 'uncertain' and fate == 'sent') then return 0 end
redis.call('ZREM', key('sending'), id)
redis.call('HSET', parcel, unpack(cjson.decode(fields)))
if fate == 'planned' then
  redis.call('ZADD', key('planned'), not_before, id)
else
  settled(id, record, moment)
end
post(project, cjson.decode(letters))
plan(cjson.decode(parcels))
return 1
