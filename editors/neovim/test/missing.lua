-- Runs inside Neovim without a server: that is told once, with what to do, and by `:checkhealth`.
local testing = dofile((debug.getinfo(1, 'S').source:sub(2):gsub('[^/]+$', 'testing.lua')))
local ok = testing.ok

testing.run(function()
  local told = {}
  vim.notify = function(text)
    table.insert(told, text)
  end
  vim.cmd('silent edit! manifests/init.pp')
  vim.cmd('silent edit! templates/motd.epp')
  ok(#told == 1 and told[1]:find('/nowhere/bunraku', 1, true) ~= nil and told[1]:find('vim.g.bunraku', 1, true) ~= nil, ('told: %s'):format(vim.inspect(told)))
  ok(#require('bunraku.legacy').clients() == 0, 'nothing runs')
  told = {}
  vim.cmd('Bunraku graph')
  ok(#told == 1 and told[1]:find('no server', 1, true) ~= nil, ('the graph says so: %s'):format(vim.inspect(told)))
  vim.cmd('silent checkhealth bunraku')
  local health = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
  ok(health:find("'/nowhere/bunraku' was not found", 1, true) ~= nil and health:find('vim.g.bunraku', 1, true) ~= nil, 'so does :checkhealth')
end)
