-- thread, project, the thread's own project -> 1 when the thread belongs to the project now. One that was deleted while
-- somebody sent for it gets nothing any more.
local thread, project, own = unpack(ARGV)
if own == project then return 1 end
if redis.call('SISMEMBER', key('projects'), project) == 0 then return 0 end
local at = redis.call('GET', key('link', thread))
if at then return at == project and 1 or 0 end
if redis.call('SISMEMBER', key('projects'), own) == 1 or redis.call('EXISTS', key('box', own)) == 1 then return 0 end
link({{thread = thread, project = project}})
return 1
