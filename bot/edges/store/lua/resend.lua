-- parcel, fate, actor, now, token, covered until, letters -> 1 when the owner's word was taken: on an uncertain
-- parcel, or to try a failed one again, which their word covers for a while although the draft has expired since.
-- The token is this call's own, as in `accept`: repeated after a broken connection, it was taken already. To send again
-- is said of one attempt, 0 where a card does not tell which: the same click delivered again says nothing of the next.
local id, fate, actor, now, token, last, letters, attempt = unpack(ARGV)
local parcel = key('parcel', id)
local was, record, version, hash, word_of, project, attempts =
  unpack(redis.call('HMGET', parcel, 'fate', 'record', 'version', 'hash', 'word_of', 'project', 'attempts'))
if word_of == token then return 1 end
if fate == 'planned' and attempt ~= '0' and attempt ~= attempts then return 0 end
if was ~= 'uncertain' and not (was == 'failed' and fate == 'planned') then return 0 end
if fate == 'planned' and redis.call('HGET', key('record', record), 'faded') then return 0 end -- no words to send

local word = 'done'
local approvers = record ~= '' and redis.call('HGET', key('record', record), 'approvers')
if approvers then
  word = among(approvers, actor) and 'done' or 'not_yours'
  audit(record, now, fate == 'sent' and 'arrived' or 'resend', version, hash, actor, word)
end
if word ~= 'done' then return 0 end

redis.call('HSET', parcel, 'word_of', token)
if was == 'uncertain' then redis.call('HSET', parcel, 'doubted', '1') end
if fate == 'planned' then
  redis.call('HSET', parcel, 'fate', fate, 'trouble', '', 'not_before', '', 'settled', '')
  redis.call('ZADD', key('planned'), '-inf', id)
  settled(id, record, false)
  local expires = approvers and redis.call('HGET', key('record', record), 'expires')
  if expires and tonumber(expires) < tonumber(last) then redis.call('HSET', key('record', record), 'expires', last) end
else
  redis.call('HSET', parcel, 'fate', fate, 'trouble', '', 'settled', now)
  settled(id, record, now)
end
post(project, cjson.decode(letters))
return 1
