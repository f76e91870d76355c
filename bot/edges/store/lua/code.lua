-- project, what a code shall stand for, codes to choose from -> the code: the one it has already, or the first free one
local project, what, codes = unpack(ARGV)
for _, code in ipairs(cjson.decode(codes)) do
  local at = redis.call('HGET', key('codes', project), code)
  if not at then redis.call('HSET', key('codes', project), code, what) end
  if not at or at == what then return code end
end
return false
