-- now, project, rows -> the records that expired. All in one step, with the news of them: it is told together.
-- Whoever decided first has won, and a row read before somebody edited it is left for the next round.
local now, project, rows = unpack(ARGV)
local expired = {}
for _, row in ipairs(cjson.decode(rows)) do
  local state, version, hash, expires =
    unpack(redis.call('HMGET', key('record', row.id), 'state', 'version', 'hash', 'expires'))
  if state == 'pending' and version == row.version and hash == row.hash and tonumber(now) >= tonumber(expires) then
    write(row)
    audit(row.id, now, 'expire', version, hash, 'clock', 'done')
    post(project, {row.letter})
    expired[#expired + 1] = row.id
  elseif state ~= 'pending' then
    redis.call('ZREM', key('expiring'), row.id)
  end
end
return expired
