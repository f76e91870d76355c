-- parcel, fate, attempts, not before, fields, letters, parcels, now -> 1 when written.
-- Only the sender who holds this attempt may settle it. A late, certain "sent" may correct a doubt, also when it is to be
-- sent once more by then: it is not.
local id, fate, attempts, not_before, fields, letters, parcels, moment = unpack(ARGV)
local parcel = key('parcel', id)
local was, at_attempt, project, record, doubted =
  unpack(redis.call('HMGET', parcel, 'fate', 'attempts', 'project', 'record', 'doubted'))
local late = fate == 'sent' and (was == 'uncertain' or was == 'planned' and doubted)
if not late and (at_attempt ~= attempts or was ~= 'sending') then return 0 end
redis.call('ZREM', key('sending'), id)
redis.call('ZREM', key('planned'), id)
redis.call('HSET', parcel, unpack(cjson.decode(fields)))
if late then redis.call('HSET', parcel, 'attempts', at_attempt) end -- an earlier sender does not count the later ones
if fate == 'planned' then
  redis.call('ZADD', key('planned'), not_before, id)
else
  settled(id, record, moment)
end
post(project, cjson.decode(letters))
plan(cjson.decode(parcels))
return 1
