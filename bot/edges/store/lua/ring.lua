-- now, token, lease, seconds, most -> group, how often it rang for that, and what is due of it; or nothing.
-- All of a group is taken together, so that what gathered during an outage is told together. A dead worker's group rings
-- again at the end of its lease; one that ends every worker, ever more rarely. The token is this call's own: repeated
-- after a broken connection, it has the same group.
local now, token, lease, seconds, most = unpack(ARGV)
local group, tries = redis.call('GET', key('ring', token)), 0
local again = group
while not group do
  group = redis.call('ZRANGEBYSCORE', key('ringing'), '-inf', now, 'LIMIT', 0, 1)[1]
  if not group then return false end
  tries = tonumber(string.match(redis.call('HGET', key('ringers'), group) or '0|', '^%d+')) + 1
  redis.call('HDEL', key('ringers'), group)
  if redis.call('ZCOUNT', key('timers', group), '-inf', now) == 0 then
    alarm(group) -- moved or called off while somebody had it who is gone
    group = nil
  end
end
if again then
  tries = tonumber(string.match(redis.call('HGET', key('ringers'), group) or '1|', '^%d+'))
else
  redis.call('HSET', key('ringers'), group, tries .. '|' .. token)
  redis.call('ZADD', key('ringing'), now + lease * math.min(tries, 60), group)
  redis.call('SET', key('ring', token), group, 'EX', seconds)
end
return {group, tries, unpack(redis.call('ZRANGEBYSCORE', key('timers', group), '-inf', now, 'WITHSCORES', 'LIMIT', 0, most))}
