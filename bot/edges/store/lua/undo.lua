-- record key, click, version, hash, actor, now, parcel, record row -> word and the sealed record as it is now.
-- What was approved and has not begun to leave stays here: its draft is open again, in the same step.
local id, click, version, hash, actor, now, parcel, row = unpack(ARGV)
local state, at_version, at_hash, approvers, sealed =
  unpack(redis.call('HMGET', key('record', id), 'state', 'version', 'hash', 'approvers', 'sealed'))
if not state then return {'unknown'} end
if redis.call('HEXISTS', key('clicks', id), click) == 1 then return {'repeat', sealed} end

local may = false
for _, approver in ipairs(cjson.decode(approvers)) do may = may or approver == actor end
local word = 'done'
if not may then word = 'not_yours'
elseif version ~= at_version or hash ~= at_hash then word = 'stale'
elseif state ~= 'approved' or redis.call('HGET', key('parcel', parcel), 'fate') ~= 'planned' then word = 'late' end
audit(id, now, 'undo', version, hash, actor, word)
if word ~= 'done' then return {word, sealed} end

redis.call('ZREM', key('planned'), parcel)
redis.call('HSET', key('parcel', parcel), 'fate', 'refused', 'trouble', 'undone', 'settled', now)
settled(parcel, '', now)
write(cjson.decode(row))
redis.call('HSET', key('record', id), 'approvers', approvers) -- a deputy may have been named since the click was read
redis.call('HSET', key('clicks', id), click, word)
return {word}
