-- record key, click, version, hash, actor, verb, now, effects -> word and the sealed record as it is now.
-- A second delivery of one click is known by what was clicked, not by an activity id: the platform resends a
-- click under a new id. The audit keeps every attempt, also the refused ones; a repeat is none.
local id, click, version, hash, actor, verb, now, effects = unpack(ARGV)
local record = key('record', id)
local state, at_version, at_hash, approvers, expires, sealed =
  unpack(redis.call('HMGET', record, 'state', 'version', 'hash', 'approvers', 'expires', 'sealed'))
if not state then return {'unknown'} end
if redis.call('HEXISTS', key('clicks', id), click) == 1 then return {'repeat', sealed} end

local word = 'done'
if not among(approvers, actor) then word = 'not_yours'
elseif state ~= 'pending' and state ~= 'expired' then word = 'closed'
elseif state == 'expired' or tonumber(now) >= tonumber(expires) then word = 'expired'
elseif version ~= at_version or hash ~= at_hash then word = 'stale' end
audit(id, now, verb, version, hash, actor, word)
if word ~= 'done' then return {word, sealed} end

effects = cjson.decode(effects)
write(effects.record)
redis.call('HSET', record, 'approvers', approvers) -- a deputy may have been named since the click was read
redis.call('HSET', key('clicks', id), click, word)
plan(effects.parcels)
post(effects.record.project, effects.letters)
return {word}
