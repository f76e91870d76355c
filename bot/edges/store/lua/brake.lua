-- name, now, since, limit, what is done, milliseconds -> 0 when it may be done and is counted, else when the oldest was
-- What is tried again is one, however often.
local name, now, since, limit, token, milliseconds = unpack(ARGV)
local done = key('brake', name)
if redis.call('ZSCORE', done, token) then return 0 end
redis.call('ZREMRANGEBYSCORE', done, '-inf', since)
if redis.call('ZCARD', done) >= tonumber(limit) then return redis.call('ZRANGE', done, 0, 0, 'WITHSCORES')[2] end
redis.call('ZADD', done, now, token)
redis.call('PEXPIRE', done, milliseconds)
return 0
