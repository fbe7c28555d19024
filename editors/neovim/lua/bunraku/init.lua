-- Common code of all versions of Neovim: the program, its files, and the root of a project.
local M = {}

-- Neovim calls EPP 'epuppet', and plugins have two other names for it; templates of Ruby are 'eruby', files of states
-- are 'sls', and their templates 'jinja'. Of Ruby only the functions and types of modules count.
M.filetypes = { 'puppet', 'epuppet', 'epp', 'embeddedpuppet', 'eruby', 'ruby', 'sls', 'jinja' }

--- Whether the server reads a file of this type: templates and Ruby only where modules have them.
function M.serves(file, filetype)
  local path = vim.fn.fnamemodify(file, ':p'):gsub('\\', '/')
  if filetype == 'eruby' then
    return path:find('/templates/', 1, true) ~= nil
  end
  if filetype == 'ruby' then
    return path:find('/lib/puppet/functions/', 1, true) ~= nil
      or path:find('/lib/puppet/parser/functions/', 1, true) ~= nil
      or path:find('/lib/puppet/type/', 1, true) ~= nil
      or path:find('/lib/facter/', 1, true) ~= nil
  end
  return true
end

--- The user's options, from `vim.g.bunraku`.
function M.options()
  return type(vim.g.bunraku) == 'table' and vim.g.bunraku or {}
end

--- The command that runs the server.
function M.cmd()
  return M.options().cmd or { 'bunraku', 'lsp' }
end

--- The name that the server knows a file type by.
function M.language_id(_, filetype)
  if vim.tbl_contains({ 'puppet', 'yaml', 'json', 'ruby', 'sls', 'jinja' }, filetype) then
    return filetype
  end
  if filetype == 'eruby' then
    return 'erb'
  end
  return 'epp'
end

--- Commands that the server may name in a code lens, for `init_options`. Versions that know no such commands get none.
function M.init_options()
  if not vim.lsp.commands then
    return { pages = true }
  end
  vim.lsp.commands['bunraku.showReferences'] = vim.lsp.commands['bunraku.showReferences']
    or function(command, context)
      local client = vim.lsp.get_client_by_id(context.client_id)
      local items = vim.lsp.util.locations_to_items(command.arguments[3], client and client.offset_encoding or 'utf-16')
      vim.fn.setqflist({}, ' ', { title = command.title, items = items })
      vim.cmd('botright copen')
    end
  vim.lsp.commands['bunraku.showGraph'] = vim.lsp.commands['bunraku.showGraph']
    or function(command)
      require('bunraku.graph').show({}, command.arguments[1])
    end
  vim.lsp.commands['bunraku.showRendered'] = vim.lsp.commands['bunraku.showRendered']
    or function(command)
      require('bunraku.rendered').show(nil, command.arguments[1])
    end
  vim.lsp.handlers['bunraku/evaluated'] = function(_, params)
    require('bunraku.request').evaluated(params.textDocument.uri)
  end
  return { commands = { 'bunraku.showReferences', 'bunraku.showGraph', 'bunraku.showRendered' }, pages = true, evaluated = true }
end

--- The folder of the environment that a file belongs to, else of its module, its repository, itself.
function M.root(file)
  local folder = vim.fn.fnamemodify(file, ':p:h')
  local above = vim.fn.escape(folder, ' ,\\') .. ';'
  for _, mark in ipairs({ 'environment.conf', 'Puppetfile', 'metadata.json', 'top.sls' }) do
    local found = vim.fn.findfile(mark, above)
    if found ~= '' then
      return vim.fn.fnamemodify(found, ':p:h')
    end
  end
  local git = vim.fn.finddir('.git', above)
  if git ~= '' then
    return vim.fn.fnamemodify(git, ':p:h:h')
  end
  return folder
end

--- Once, and only when a file needs it: says that the program is not there, and what to do.
function M.warn_when_missing()
  local program = M.cmd()[1]
  if M.warned or vim.fn.executable(program) == 1 then
    return
  end
  M.warned = true
  vim.notify(
    ("Bunraku: the program '%s' was not found. Put it on PATH, or set vim.g.bunraku = { cmd = { '/path/to/bunraku', 'lsp' } }"):format(program),
    vim.log.levels.WARN
  )
end

return M
