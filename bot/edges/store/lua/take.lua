-- parcel, token, now, end of the lease -> its fields when it may be sent now.
-- A brief is compared with its approval once more, at the last moment before it leaves; and a reminder stays here when
-- who is to be reminded has written since.
local id, token, now, lease_end = unpack(ARGV)

local function uncovered(record, version, hash, now)
  local state, at_version, at_hash, expires, project, reminds, heard_then = unpack(redis.call('HMGET',
    key('record', record), 'state', 'version', 'hash', 'expires', 'project', 'reminds', 'heard'))
  if not (state == 'approved' and at_version == version and at_hash == hash) then return 'approval' end
  if tonumber(now) >= tonumber(expires) then return 'expired' end
  local people = cjson.decode(reminds or '[]')
  return #people > 0 and letters_of(project, 'in:', people) ~= tonumber(heard_then) and 'answered'
end

local parcel = key('parcel', id)
local fate, kind, not_before, taken, record, version, hash =
  unpack(redis.call('HMGET', parcel, 'fate', 'kind', 'not_before', 'taken', 'record', 'version', 'hash'))
if fate == 'planned' then
  if not_before ~= '' and tonumber(now) < tonumber(not_before) then return false end
  redis.call('ZREM', key('planned'), id)
  local trouble = kind == 'brief' and uncovered(record, version, hash, now)
  if trouble then
    redis.call('HSET', parcel, 'fate', 'refused', 'trouble', trouble, 'settled', now)
    settled(id, record, now)
    return false
  end
  redis.call('HSET', parcel, 'fate', 'sending', 'taken', token)
  redis.call('HINCRBY', parcel, 'attempts', 1)
  redis.call('ZADD', key('sending'), lease_end, id)
elseif fate ~= 'sending' or taken ~= token then
  return false -- the same token: this call repeated after a broken connection
end
return redis.call('HMGET', parcel, 'sealed', 'fate', 'attempts', 'trouble', 'settled', 'not_before')
