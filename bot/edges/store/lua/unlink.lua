-- thread, project -> 1 when the thread was linked to it, and is its own again
local thread, project = unpack(ARGV)
if redis.call('GET', key('link', thread)) ~= project then return 0 end
redis.call('DEL', key('link', thread))
redis.call('SREM', key('links', project), thread)
return 1
