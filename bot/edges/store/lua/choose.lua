-- loss, choice, actor, now, fields, effects -> word. The first choice is written with the project that follows from it;
-- the audit keeps every other attempt too, and a repeat is none. An approver's second click on the same button is one.
local id, choice, actor, now, fields, effects = unpack(ARGV)
local chosen, approvers, by = unpack(redis.call('HMGET', key('loss', id), 'choice', 'approvers', 'by'))
if not approvers then return 'unknown' end
if chosen == choice and by == actor then return 'repeat' end

local may = false
for _, approver in ipairs(cjson.decode(approvers)) do may = may or approver == actor end
local word = 'done'
if not may then word = 'not_yours' elseif chosen ~= '' then word = 'closed' end
redis.call('RPUSH', key('audit', id), table.concat({now, choice, '', '', actor, word}, '|'))
redis.call('LTRIM', key('audit', id), -1000, -1)
if word ~= 'done' then return word end

redis.call('HSET', key('loss', id), 'by', actor, unpack(cjson.decode(fields)))
keep(cjson.decode(effects).projects)
return word
