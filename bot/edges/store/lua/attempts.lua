-- project -> how often the first letter of its box was begun
local head = redis.call('LINDEX', key('box', ARGV[1]), 0)
return head and tonumber(redis.call('HGET', key('tries', ARGV[1]), letter_id(head)) or '0') or 0
