-- now -> parcels whose sender died or fell silent: nobody knows, never back to the planned ones.
local late = redis.call('ZRANGEBYSCORE', key('sending'), '-inf', ARGV[1], 'LIMIT', 0, 500)
for _, id in ipairs(late) do
  redis.call('ZREM', key('sending'), id)
  redis.call('HSET', key('parcel', id), 'fate', 'uncertain', 'settled', ARGV[1])
end
return late
