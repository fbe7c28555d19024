-- Runs inside Neovim with nothing but the plugin on its path: what `:help` knows.
local testing = dofile((debug.getinfo(1, 'S').source:sub(2):gsub('[^/]+$', 'testing.lua')))
local ok = testing.ok

--- The line that a word of the help leads to.
local function help(word)
  local good, problem = pcall(vim.cmd, 'silent help ' .. word)
  local line = good and vim.api.nvim_get_current_line() or problem
  if good then
    vim.cmd('helpclose')
  end
  return good and line:find('*' .. word .. '*', 1, true) ~= nil, line
end

testing.run(function()
  local found, line = help('bunraku')
  ok(found, ':help bunraku: ' .. line)
  local commands = 0
  for name in pairs(vim.api.nvim_get_commands({})) do
    if name:find('^Bunraku') then
      commands = commands + 1
      found, line = help(':' .. name)
      ok(found, (':help :%s: %s'):format(name, line))
    end
  end
  ok(commands == 2, ('commands: %d'):format(commands))

  -- Plugin managers make the list of words anew: it must not become another one, else the repository is changed.
  local folder = vim.fn.tempname()
  vim.fn.mkdir(folder, 'p')
  local doc = vim.env.BUNRAKU_PLUGIN .. '/doc/'
  vim.fn.writefile(vim.fn.readfile(doc .. 'bunraku.txt'), folder .. '/bunraku.txt')
  vim.cmd('helptags ' .. folder)
  ok(vim.deep_equal(vim.fn.readfile(folder .. '/tags'), vim.fn.readfile(doc .. 'tags')), 'doc/tags is what :helptags makes')
end)
