-- project -> nothing of it is left
local project = ARGV[1]

for _, id in ipairs(redis.call('SMEMBERS', key('records', project))) do
  redis.call('DEL', key('record', id), key('clicks', id), key('audit', id))
  redis.call('ZREM', key('expiring'), id)
  redis.call('ZREM', key('settled'), 'record|' .. id)
end
for _, id in ipairs(redis.call('SMEMBERS', key('parcels', project))) do
  redis.call('DEL', key('parcel', id))
  redis.call('ZREM', key('planned'), id)
  redis.call('ZREM', key('sending'), id)
  redis.call('ZREM', key('settled'), 'parcel|' .. id)
end
for _, id in ipairs(redis.call('SMEMBERS', key('losses', project))) do
  redis.call('DEL', key('loss', id), key('audit', id))
end
for _, thread in ipairs(redis.call('SMEMBERS', key('links', project))) do
  -- a thread may have moved to another project since
  if redis.call('GET', key('link', thread)) == project then redis.call('DEL', key('link', thread)) end
end
for _, message in ipairs(redis.call('SMEMBERS', key('mails', project))) do
  redis.call('DEL', key('mailed', message))
end
for _, letter in ipairs(redis.call('ZRANGE', key('begun', project), 0, -1)) do
  redis.call('DEL', key('mark', letter))
end
for _, letter in ipairs(redis.call('LRANGE', key('box', project), 0, -1)) do
  redis.call('DEL', key('mark', letter_id(letter)))
end
for _, letter in ipairs(redis.call('SMEMBERS', key('graves', project))) do
  local grave = project .. '|' .. letter
  redis.call('DEL', key('grave', grave), key('audit', grave))
  redis.call('SREM', key('untold'), grave)
  redis.call('ZREM', key('settled'), 'grave|' .. grave)
end
for _, group in ipairs(redis.call('SMEMBERS', key('timed', project))) do
  for _, name in ipairs(redis.call('ZRANGE', key('timers', group), 0, -1)) do
    if string.sub(name, 1, #project + 1) == project .. '|' then redis.call('ZREM', key('timers', group), name) end
  end
  alarm(group)
end

redis.call('DEL', key('heard', project), key('box', project), key('lease', project), key('tries', project), key('runs', project))
redis.call('DEL', key('last', project), key('graves', project), key('begun', project), key('project', project))
redis.call('DEL', key('links', project), key('mails', project), key('records', project), key('parcels', project))
redis.call('DEL', key('stay', project), key('checkpoint', project), key('losses', project), key('timed', project))
redis.call('DEL', key('held', project), key('glance', project), key('codes', project))
redis.call('ZREM', key('ending'), project)
redis.call('ZREM', key('copying'), project)
redis.call('SREM', key('waiting'), project)
redis.call('SREM', key('projects'), project)
redis.call('HDEL', key('unseen'), project)
return 1
