-- card, milliseconds -> 1 for the caller who draws, 0 when somebody is at it already
local card, milliseconds = unpack(ARGV)
redis.call('INCR', key('wishes', card))
redis.call('PEXPIRE', key('wishes', card), 60 * milliseconds)
return redis.call('SET', key('drawing', card), '1', 'NX', 'PX', milliseconds) and 1 or 0
