-- `:checkhealth bunraku`
local M = {}

local health = vim.health or {}
local start = health.start or require('health').report_start
local ok = health.ok or require('health').report_ok
local warn = health.warn or require('health').report_warn
local err = health.error or require('health').report_error

function M.check()
  local bunraku = require('bunraku')

  start('Bunraku: the server')
  local program = bunraku.cmd()[1]
  if vim.fn.executable(program) == 1 then
    ok(vim.fn.exepath(program))
    local version = vim.fn.system({ program, '--version' })
    if vim.v.shell_error == 0 then
      ok(vim.trim(version))
    else
      err(("'%s --version' failed: %s"):format(program, vim.trim(version)))
    end
  else
    err(("'%s' was not found"):format(program), { "Put it on PATH, or set vim.g.bunraku = { cmd = { '/path/to/bunraku', 'lsp' } }" })
  end
  local clients = require('bunraku.legacy').clients()
  if #clients == 0 then
    warn('not running: it starts with the first Puppet file')
  end
  for _, client in ipairs(clients) do
    ok(('running for %s'):format(client.config.root_dir or '?'))
  end

  start('Bunraku: the editor')
  local version = vim.version()
  local name = ('Neovim %d.%d.%d'):format(version.major, version.minor, version.patch)
  if vim.fn.has('nvim-0.11') == 1 then
    ok(name .. ', with vim.lsp.enable')
  elseif vim.fn.has('nvim-0.9') == 1 then
    ok(name .. ', with vim.lsp.start')
  else
    warn(name .. ' has no semantic highlighting; 0.9 and newer have it')
  end
  if vim.g.filetype_pp == 'puppet' then
    ok('*.pp is Puppet')
  else
    warn(("*.pp is '%s', not 'puppet'"):format(tostring(vim.g.filetype_pp)), { "Remove the setting of vim.g.filetype_pp, or set it to 'puppet'" })
  end
end

return M
