-- In front of every script. One desk's keys begin with KEYS[1], "{desk}:", and so share a cluster slot.
local function key(kind, of)
  return of and (KEYS[1] .. kind .. ':' .. of) or (KEYS[1] .. kind)
end

-- A line of the audit: now, verb, version, hash, actor, word. What a click claims may hold anything, so no part of it
-- can pass for another one. However often somebody tries in vain, the lines of the decisions stay.
local function audit(record, ...)
  local word, parts = select(-1, ...), {...}
  for place, part in ipairs(parts) do parts[place] = string.gsub(part, '[|%c]', '?') end
  if word == 'done' or redis.call('LLEN', key('audit', record)) < 1000 then
    redis.call('RPUSH', key('audit', record), table.concat(parts, '|'))
  end
end

-- Is somebody one of those who may decide a record?
local function among(approvers, actor)
  for _, approver in ipairs(cjson.decode(approvers)) do
    if approver == actor then return true end
  end
  return false
end

-- How many letters of these people came (`in:`), or came and were dealt with (`out:`), in a project.
local function letters_of(project, way, people)
  local count = 0
  for _, one in ipairs(people) do count = count + (redis.call('HGET', key('heard', project), way .. one) or 0) end
  return count
end

local function heard(project, way, people)
  for _, one in ipairs(people) do redis.call('HINCRBY', key('heard', project), way .. one, 1) end
end

-- A letter in a box is "kind|id|sealed"; the id may hold anything, the sealed text no bar.
local function letter_id(entry)
  return string.match(entry, '^%l+|(.*)|[^|]*$')
end

local function post(project, letters)
  for _, entry in ipairs(letters) do
    redis.call('RPUSH', key('box', project), entry)
    redis.call('SADD', key('waiting'), project)
  end
end

-- A parcel that exists already is left alone: planning twice sends once.
local function plan(parcels)
  for _, row in ipairs(parcels) do
    local name = key('parcel', row.id)
    if redis.call('EXISTS', name) == 0 then
      redis.call('HSET', name, unpack(row.fields))
      redis.call('SADD', key('parcels', row.project), row.id)
      if row.fate == 'planned' then redis.call('ZADD', key('planned'), row.not_before, row.id) end
    end
  end
end

-- A record, the timer of what waits for a decision, and since when its text is needed no more, are written together.
local function write(row)
  redis.call('HSET', key('record', row.id), unpack(row.fields))
  redis.call('HDEL', key('record', row.id), 'faded')
  if row.state == 'pending' then
    redis.call('ZADD', key('expiring'), row.expires, row.id)
  else
    redis.call('ZREM', key('expiring'), row.id)
  end
  if row.settled then
    redis.call('ZADD', key('settled'), row.settled, 'record|' .. row.id)
  else
    redis.call('ZREM', key('settled'), 'record|' .. row.id)
  end
end

-- The text of an approved draft is needed until its delivery is settled, and again while it is sent once more.
local function settled(id, record, moment)
  for _, member in ipairs({'parcel|' .. id, record ~= '' and 'record|' .. record or nil}) do
    if moment then
      redis.call('ZADD', key('settled'), moment, member)
    else
      redis.call('ZREM', key('settled'), member)
    end
  end
end

-- What was approved and then not let out, because the approval did not cover it any more, never left and never will.
local function held_back(record, state, version)
  if state ~= 'approved' then return false end
  local fate, trouble = unpack(redis.call('HMGET', key('parcel', record .. '.v' .. version), 'fate', 'trouble'))
  return fate == 'refused' and trouble ~= 'answered'
end

-- A new offer supersedes what is open, expired or held back; what else was decided stays decided. A reminder is offered on the ground of
-- the letters that were dealt with by then: `take` looks whether there are more.
local OPEN = {pending = true, asked = true, expired = true}
local function offer(records)
  for _, row in ipairs(records) do
    local state, version = unpack(redis.call('HMGET', key('record', row.id), 'state', 'version'))
    if not state or OPEN[state] or held_back(row.id, state, version) then
      write(row)
      if version ~= row.version then
        redis.call('HSET', key('record', row.id), 'heard', letters_of(row.project, 'out:', row.reminds))
      end
      redis.call('SADD', key('records', row.project), row.id)
      redis.call('DEL', key('clicks', row.id))
    end
  end
end

-- Who may decide from now on, in everything of a project that is open or may be asked about again.
local function entitle(project, approvers)
  for _, id in ipairs(redis.call('SMEMBERS', key('records', project))) do
    redis.call('HSET', key('record', id), 'approvers', approvers)
  end
  for _, id in ipairs(redis.call('SMEMBERS', key('losses', project))) do
    redis.call('HSET', key('loss', id), 'approvers', approvers)
  end
end

local function meet(contacts)
  for _, row in ipairs(contacts) do
    redis.call('SET', key('contact', row.id), row.sealed)
    if row.address then redis.call('SET', key('address', row.address), row.id) end
  end
end

local function link(pairs_of)
  for _, row in ipairs(pairs_of) do
    redis.call('SET', key('link', row.thread), row.project)
    redis.call('SADD', key('links', row.project), row.thread)
  end
end

-- What owners have seen of their projects by now.
local function see(glances)
  for _, row in ipairs(glances) do redis.call('SET', key('glance', row.id), row.sealed) end
end

local function keep(projects)
  for _, row in ipairs(projects) do
    redis.call('SET', key('project', row.id), row.sealed)
    redis.call('SADD', key('projects'), row.id)
  end
end

-- A group rings when its first timer is due. While somebody has it, it rings at the end of their lease, also when all of
-- it was called off meanwhile: a timer that is set after that is not forgotten when they never come back.
local function alarm(group)
  if redis.call('HEXISTS', key('ringers'), group) == 1 then return end
  local first = redis.call('ZRANGE', key('timers', group), 0, 0, 'WITHSCORES')
  if first[1] then
    redis.call('ZADD', key('ringing'), first[2], group)
  else
    redis.call('ZREM', key('ringing'), group)
  end
end

local function set(timers)
  for _, row in ipairs(timers) do
    redis.call('ZADD', key('timers', row.group), row.due, row.name)
    redis.call('SADD', key('timed', row.project), row.group)
    alarm(row.group)
  end
end

-- What a story did to our memory, whichever step writes it down.
local function remember(effects)
  keep(effects.projects)
  offer(effects.records)
  plan(effects.parcels)
  link(effects.links)
  meet(effects.contacts)
  set(effects.timers)
  see(effects.glances)
end
