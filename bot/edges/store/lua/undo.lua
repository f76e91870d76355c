-- record key, click, version, hash, actor, now, parcel, record row -> word and the sealed record as it is now.
-- What was approved and has not begun to leave stays here: its draft is open again, in the same step. What is sent once
-- more, by somebody's word, is not held back: the try before may have arrived, and would be sent twice.
local id, click, version, hash, actor, now, parcel, row = unpack(ARGV)
local state, at_version, at_hash, approvers, sealed =
  unpack(redis.call('HMGET', key('record', id), 'state', 'version', 'hash', 'approvers', 'sealed'))
if not state then return {'unknown'} end
if redis.call('HEXISTS', key('clicks', id), click) == 1 then return {'repeat', sealed} end

local fate, doubted = unpack(redis.call('HMGET', key('parcel', parcel), 'fate', 'doubted'))
local word = 'done'
if not among(approvers, actor) then word = 'not_yours'
elseif version ~= at_version or hash ~= at_hash then word = 'stale'
elseif state ~= 'approved' or fate ~= 'planned' or doubted then word = 'late' end
audit(id, now, 'undo', version, hash, actor, word)
if word ~= 'done' then return {word, sealed} end

redis.call('ZREM', key('planned'), parcel)
redis.call('HSET', key('parcel', parcel), 'fate', 'refused', 'trouble', 'undone', 'settled', now)
settled(parcel, '', now)
write(cjson.decode(row))
redis.call('HSET', key('record', id), 'approvers', approvers) -- a deputy may have been named since the click was read
redis.call('DEL', key('clicks', id)) -- of the version that was approved
redis.call('HSET', key('clicks', id), click, word)
return {word}
