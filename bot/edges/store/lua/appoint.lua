-- project, lease, effects -> 1 when written: who decides in a project from now on, only by who holds it. The project is
-- given back in the same step.
local project, lease, effects = unpack(ARGV)
if redis.call('GET', key('lease', project)) ~= lease then return 0 end
effects = cjson.decode(effects)
keep(effects.projects)
entitle(project, effects.entitled)
redis.call('DEL', key('lease', project))
return 1
