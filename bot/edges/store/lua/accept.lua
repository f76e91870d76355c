-- seen, token, seconds, thread, own project, given project, letter, who wrote it, when -> project, or nothing when seen
-- before.
-- The token is this call's own: a repeated call after a broken connection gets its answer, not "seen before".
local seen, token, seconds, thread, own, given, letter, people, at = unpack(ARGV)
local fresh = redis.call('SET', key('seen', seen), token, 'NX', 'EX', seconds)
if not fresh and redis.call('GET', key('seen', seen)) ~= token then return false end
local project = given ~= '' and given or redis.call('GET', key('link', thread)) or own
if fresh then
  post(project, {letter})
  if people ~= '[]' then redis.call('HSET', key('heard', project), letter_id(letter), people) end
  heard(project, 'in:', cjson.decode(people))
  for _, one in ipairs(cjson.decode(people)) do
    local last = redis.call('HGET', key('heard', project), 'at:' .. one)
    if not last or tonumber(last) < tonumber(at) then redis.call('HSET', key('heard', project), 'at:' .. one, at) end
  end
end
return project
