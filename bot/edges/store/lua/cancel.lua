-- group, names, "" for all of them -> how many were there. Whoever has the group writes no effects of what is called off.
local group, names = unpack(ARGV)
local gone
if names == '' then
  gone = redis.call('ZCARD', key('timers', group))
  redis.call('DEL', key('timers', group))
else
  gone = redis.call('ZREM', key('timers', group), unpack(cjson.decode(names)))
end
alarm(group)
return gone
