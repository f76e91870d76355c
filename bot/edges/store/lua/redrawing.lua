-- card, token, milliseconds -> 1 for the caller who draws, 0 when somebody is at it already.
-- The token is this call's own, as in `accept`: a caller taken for somebody else would leave the card as it is.
local card, token, milliseconds = unpack(ARGV)
redis.call('INCR', key('wishes', card))
redis.call('PEXPIRE', key('wishes', card), 60 * milliseconds)
if redis.call('SET', key('drawing', card), token, 'NX', 'PX', milliseconds) then return 1 end
return redis.call('GET', key('drawing', card)) == token and 1 or 0
