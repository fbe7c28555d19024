-- Runs inside Neovim, with the plugin and the real server, on a copy of the folder editors/test/site.
local testing = dofile((debug.getinfo(1, 'S').source:sub(2):gsub('[^/]+$', 'testing.lua')))
local ok, say, soon = testing.ok, testing.say, testing.soon
local function type_keys(keys)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(keys, true, false, true), 'tx', false)
end
local function request(method, params)
  params = vim.tbl_extend('force', { textDocument = vim.lsp.util.make_text_document_params() }, params or {})
  for _, answer in pairs(vim.lsp.buf_request_sync(0, method, params, 8000) or {}) do
    return answer.result
  end
end
local function clients()
  return require('bunraku.legacy').clients()
end
--- One diagnostic, with this text at this place (counted from one, as people do).
local function finding(message, line, column, end_column)
  local found = vim.diagnostic.get(0)
  ok(soon(function()
    found = vim.diagnostic.get(0)
    return #found == 1
  end), ('one diagnostic (%d)'):format(#found))
  local d = found[1] or {}
  -- Puppet's own words; a hint may stand on the next line.
  ok(vim.split(d.message or '', '\n')[1] == message, ('message: %s'):format(tostring(d.message)))
  ok(d.severity == vim.diagnostic.severity.ERROR, 'severity: error')
  ok(
    d.lnum == line - 1 and d.col == column - 1 and d.end_lnum == line - 1 and d.end_col == end_column - 1,
    ('place: %s:%s to %s:%s'):format(tostring(d.lnum), tostring(d.col), tostring(d.end_lnum), tostring(d.end_col))
  )
  ok(d.source == 'bunraku', ('source: %s'):format(tostring(d.source)))
end
local function no_finding(what)
  ok(soon(function()
    return #vim.diagnostic.get(0) == 0
  end), what)
end

testing.run(function()
  local version = vim.version()
  say(('Neovim %d.%d.%d'):format(version.major, version.minor, version.patch))

  say('# a broken manifest')
  ok(vim.bo.filetype == 'puppet', 'filetype puppet')
  ok(vim.bo.commentstring == '# %s', 'comments begin with #')
  ok(soon(function()
    return #clients() == 1
  end), 'the server runs')
  ok(clients()[1] ~= nil and clients()[1].config.root_dir == vim.fn.getcwd(), 'its root is the module')
  finding("Syntax error at 'ensure'", 8, 22, 28)

  say('# symbols, folds and tokens, in spite of the error')
  local symbols = request('textDocument/documentSymbol')
  ok(symbols and symbols[1] and symbols[1].name == 'demo', 'the outline has the class')
  local folds = request('textDocument/foldingRange') or {}
  local function foldable(first, last)
    return #vim.tbl_filter(function(fold)
      return fold.startLine <= first and fold.endLine >= last
    end, folds) > 0
  end
  ok(foldable(0, 1), 'the comment can be folded')
  ok(foldable(4, 9), 'the class can be folded')
  if vim.fn.has('nvim-0.11') == 1 then
    vim.wo.foldmethod = 'expr'
    vim.wo.foldexpr = 'v:lua.vim.lsp.foldexpr()'
    ok(soon(function()
      vim.cmd('normal! zx')
      return vim.fn.foldlevel(7) > 0
    end), 'and is, by vim.lsp.foldexpr')
    vim.wo.foldmethod = 'manual'
    vim.cmd('normal! zE')
    ok(soon(function()
      local tokens = vim.lsp.semantic_tokens.get_at_pos(0, 2, 7) or {}
      return tokens[1] ~= nil and tokens[1].type == 'class'
    end), 'the name of the class is a token of type class')
  end

  say('# fixed and broken by typing')
  vim.api.nvim_win_set_cursor(0, { 8, 19 })
  type_keys('a:<Esc>')
  ok(vim.api.nvim_get_current_line() == "  file { '/etc/motd': ensure => file,", 'typed: ' .. vim.api.nvim_get_current_line())
  no_finding('the diagnostic goes')
  type_keys(':silent undo<CR>')
  finding("Syntax error at 'ensure'", 8, 22, 28)
  type_keys(':silent redo<CR>')
  no_finding('and goes again')

  say('# completion')
  vim.api.nvim_buf_set_lines(0, 9, 9, false, { '    mo' })
  local function offered()
    local found = request('textDocument/completion', { position = { line = 9, character = 6 } })
    return found and vim.tbl_map(function(item)
      return item.label
    end, found.items) or {}
  end
  ok(soon(function()
    return vim.tbl_contains(offered(), 'mode')
  end), 'an attribute that is not there yet is offered: ' .. table.concat(offered(), ' '))
  ok(not vim.tbl_contains(offered(), 'content'), 'and none that is there')
  type_keys(':silent undo<CR>')

  say('# files that look like Pascal')
  vim.fn.mkdir('functions')
  vim.fn.writefile({ 'function demo::double(Integer $x) >> Integer {', '  $x * 2', '}' }, 'functions/double.pp')
  vim.cmd('silent edit! functions/double.pp')
  ok(vim.bo.filetype == 'puppet', 'filetype puppet: ' .. vim.bo.filetype)
  vim.cmd('silent edit! types/port.pp')
  ok(vim.bo.filetype == 'puppet', 'filetype puppet: ' .. vim.bo.filetype)
  ok(soon(function()
    return #clients() == 1 and vim.lsp.buf_is_attached(0, clients()[1].id)
  end), 'the same server has it')
  type_keys('A +<Esc>')
  ok(soon(function()
    return #vim.diagnostic.get(0) > 0
  end), 'a diagnostic as soon as it is broken')
  type_keys('xx')
  no_finding('the diagnostic goes')

  say('# a template')
  vim.cmd('silent edit! templates/motd.epp')
  ok(vim.bo.filetype == 'epuppet', 'filetype epuppet: ' .. vim.bo.filetype)
  finding("Syntax error at '%>'", 2, 24, 26)
  vim.api.nvim_win_set_cursor(0, { 2, 22 })
  type_keys('a 1<Esc>')
  no_finding('the diagnostic goes')

  say('# Ruby of a module')
  vim.fn.mkdir('lib/puppet/functions/demo', 'p')
  vim.fn.writefile({ "Puppet::Functions.create_function(:'demo::twice') do", "  dispatch :twice do", "    param 'Integer', :x", '  end', 'end' }, 'lib/puppet/functions/demo/twice.rb')
  vim.cmd('silent edit! lib/puppet/functions/demo/twice.rb')
  ok(soon(function()
    return #clients() == 1 and vim.lsp.buf_is_attached(0, clients()[1].id)
  end), 'the same server has a function')
  local declared = request('textDocument/documentSymbol')
  ok(declared and declared[1] and declared[1].name == 'demo::twice', 'its outline has the name')
  vim.fn.writefile({ '<% if @port %>', 'x' }, 'templates/torn.erb')
  vim.cmd('silent edit! templates/torn.erb')
  ok(soon(function()
    return vim.lsp.buf_is_attached(0, clients()[1].id) and #vim.diagnostic.get(0) > 0
  end), 'a torn template has a diagnostic')
  for _, other in ipairs({ 'lib/other.rb', 'page.erb' }) do
    vim.fn.writefile({ 'x' }, other)
    vim.cmd('silent edit! ' .. other)
    vim.wait(300)
    ok(not vim.lsp.buf_is_attached(0, clients()[1].id), 'the server has no ' .. other)
  end

  say('# format on save')
  vim.api.nvim_create_autocmd('BufWritePre', {
    pattern = { '*.pp', '*.epp' },
    callback = function()
      if vim.lsp.buf.format then
        vim.lsp.buf.format({ timeout_ms = 8000 })
      else
        vim.lsp.buf.formatting_sync(nil, 8000)
      end
    end,
  })
  local function saved(path, lines)
    vim.cmd('silent edit! ' .. path)
    soon(function()
      return clients()[1] ~= nil and vim.lsp.buf_is_attached(0, clients()[1].id)
    end)
    vim.api.nvim_buf_set_lines(0, 0, -1, false, lines)
    vim.cmd('silent write')
    return table.concat(vim.fn.readfile(path), '\n')
  end
  local manifest = saved('manifests/save.pp', { 'class save{', '  # fmt: off', '  $a=[ 1 ]', '  # fmt: on', '  include  b', '}' })
  ok(manifest == 'class save {\n  # fmt: off\n  $a=[ 1 ]\n  # fmt: on\n  include b\n}', 'a manifest is formatted, but for what is switched off: ' .. manifest)
  local template = saved('templates/save.epp', { 'a  <%=$b%>' })
  ok(template == 'a  <%= $b %>', 'a template is formatted: ' .. template)
  local broken = saved('manifests/broken.pp', { "$a='b" })
  ok(broken == "$a='b", 'what cannot be formatted is saved as it is: ' .. broken)

  say('# restart and health')
  local before = clients()[1].id
  vim.cmd('BunrakuRestart')
  ok(soon(function()
    return #clients() == 1 and clients()[1].id ~= before
  end), 'restarted')
  vim.cmd('silent checkhealth bunraku')
  local health = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
  ok(health:find('running for', 1, true) ~= nil and health:find('ERROR', 1, true) == nil, 'healthy')

  say('# colours without a server')
  dofile(vim.env.BUNRAKU_PLUGIN .. '/test/syntax.lua')(ok)
end)
