-- name, token, milliseconds -> 1 the first time; the token is this call's own, as in `accept`
local name, token, milliseconds = unpack(ARGV)
if redis.call('SET', key('once', name), token, 'NX', 'PX', milliseconds) then return 1 end
return redis.call('GET', key('once', name)) == token and 1 or 0
