-- timers -> when the first timer of the desk rings. What bears the name of one that is set is moved.
set(cjson.decode(ARGV[1]))
return redis.call('ZRANGE', key('ringing'), 0, 0, 'WITHSCORES')[2]
