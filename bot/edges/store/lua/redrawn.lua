-- card, wishes when the drawing began, milliseconds -> 1 when nobody asked again meanwhile, else 0: draw once more
local card, began, milliseconds = unpack(ARGV)
if (redis.call('GET', key('wishes', card)) or '0') ~= began then
  redis.call('SET', key('drawing', card), '1', 'PX', milliseconds)
  return 0
end
redis.call('DEL', key('wishes', card), key('drawing', card))
return 1
