-- Runs inside Neovim with vim-puppet as well, the plugin that Debian has: each does its part, and nothing is done twice.
local testing = dofile((debug.getinfo(1, 'S').source:sub(2):gsub('[^/]+$', 'testing.lua')))
local ok, soon = testing.ok, testing.soon

testing.run(function()
  ok(#vim.api.nvim_get_runtime_file('autoload/puppet/align.vim', false) == 1, 'vim-puppet is there')
  ok(vim.bo.filetype == 'puppet', 'filetype puppet')
  ok(vim.bo.keywordprg ~= ':Man' and vim.bo.keywordprg ~= '', 'it has set what K asks: ' .. vim.bo.keywordprg)
  ok(soon(function()
    return #vim.diagnostic.get(0) == 1
  end), 'one diagnostic')
  ok(#require('bunraku.legacy').clients() == 1, 'of one server')
  if vim.fn.has('nvim-0.8') == 1 then
    local key = vim.fn.maparg('K', 'n', false, true)
    ok(key.desc == 'Puppet: show the hover' and key.buffer == 1, 'K is the hover all the same')
  end
  -- Plugins call templates by other names than Neovim does.
  for file, filetypes in pairs({ ['types/port.pp'] = { 'puppet' }, ['templates/motd.epp'] = { 'epuppet', 'epp', 'embeddedpuppet' } }) do
    vim.cmd('silent edit! ' .. file)
    ok(vim.tbl_contains(filetypes, vim.bo.filetype), ('%s: %s'):format(file, vim.bo.filetype))
    ok(soon(function()
      return vim.lsp.buf_is_attached(0, require('bunraku.legacy').clients()[1].id)
    end), 'and the server has it')
  end
end)
