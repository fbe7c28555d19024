-- Runs inside Neovim, in a copy of the folder examples: each feature through the function that a user's key calls.
local testing = dofile((debug.getinfo(1, 'S').source:sub(2):gsub('[^/]+$', 'testing.lua')))
local ok, soon = testing.ok, testing.soon
local MODULE = 'site/modules/webserver/manifests/'

local function client()
  return require('bunraku.legacy').clients()[1]
end

--- Opens a file, and waits for the server.
local function open(file)
  vim.cmd('silent edit! ' .. file)
  soon(function()
    return client() and vim.lsp.buf_is_attached(0, client().id)
  end)
end

--- Puts the cursor on the first place of a text.
local function on(text)
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  assert(vim.fn.search('\\V' .. text, 'cW') > 0, text)
end

--- Content of a floating window.
local function floating()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then
      local text = table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), '\n')
      return text, window
    end
  end
end

local function close_floating()
  local _, window = floating()
  while window do
    vim.api.nvim_win_close(window, true)
    _, window = floating()
  end
end

--- Asks until something comes of it: at first the server is still reading.
local function asked(what, ask, answer)
  local found
  for _ = 1, 40 do
    ask()
    if soon(function()
      found = answer()
      return found
    end, 500) then
      break
    end
  end
  ok(found ~= nil and found ~= false, ('%s: %s'):format(what, (tostring(found):gsub('\n', ' | '):sub(1, 160))))
  return found
end

--- The list of places, as `file:line`.
local function listed()
  local places = vim.tbl_map(function(it)
    return ('%s:%d'):format(vim.fn.fnamemodify(vim.fn.bufname(it.bufnr), ':t'), it.lnum)
  end, vim.fn.getqflist())
  table.sort(places)
  return table.concat(places, ' ')
end

local function empty_list()
  vim.fn.setqflist({}, 'r')
  vim.cmd('cclose')
end

--- Chooses as a user does: the first entry with this text.
local function choose(pattern)
  vim.ui.select = function(items, options, done)
    for number, it in ipairs(items) do
      local text = (options.format_item or tostring)(it)
      if text:find(pattern) then
        return done(it, number)
      end
    end
    done(nil)
  end
end

local function here()
  return vim.fn.fnamemodify(vim.api.nvim_buf_get_name(0), ':t') .. ':' .. vim.api.nvim_win_get_cursor(0)[1]
end

testing.run(function()
  open(MODULE .. 'vhost.pp')
  on('include webserver')
  vim.fn.search('webserver', 'W')
  asked('to the definition of a class', vim.lsp.buf.definition, function()
    return here() == 'init.pp:8' and here()
  end)

  open(MODULE .. 'vhost.pp')
  on("File['/etc/nginx/sites-available'")
  vim.fn.search("'", 'W')
  asked('from a reference to the resource', vim.lsp.buf.definition, function()
    return here() == 'config.pp:9' and here()
  end)

  open(MODULE .. 'vhost.pp')
  on('file {')
  asked('to the page on a built-in type', vim.lsp.buf.definition, function()
    return vim.api.nvim_buf_get_name(0):find('^bunraku:///') and vim.api.nvim_buf_line_count(0) > 20 and vim.api.nvim_buf_get_name(0)
  end)
  ok(vim.bo.modifiable == false, 'which cannot be written in')

  open(MODULE .. 'init.pp')
  on('$service')
  asked('the references of a parameter', function()
    empty_list()
    vim.lsp.buf.references()
  end, function()
    local found = listed()
    return found:find('service.pp:3', 1, true) and found:find('service.pp:13', 1, true) and found
  end)
  empty_list()

  open(MODULE .. 'service.pp')
  on("'check the")
  asked('a hover with what orders the resource', vim.lsp.buf.hover, function()
    local text = floating()
    return text and text:find('Service%[nginx%]`?: before %(.*line 13') and text
  end)
  close_floating()

  open(MODULE .. 'vhost.pp')
  on('webserver::listen(')
  vim.fn.search('(', 'eW')
  vim.cmd('normal! l')
  asked('the signature of a function', vim.lsp.buf.signature_help, function()
    local text = floating()
    return text and text:find('webserver::listen', 1, true) and text
  end)
  close_floating()

  asked('a symbol of the workspace', function()
    empty_list()
    vim.lsp.buf.workspace_symbol('webserver::vhost')
  end, function()
    return listed():find('vhost.pp:7', 1, true) and listed()
  end)
  empty_list()

  if vim.lsp.inlay_hint then
    open(MODULE .. 'init.pp')
    vim.lsp.inlay_hint.enable(true, { bufnr = 0 })
    ok(soon(function()
      return #vim.lsp.inlay_hint.get({ bufnr = 0 }) > 0
    end), 'hints between the text')
  end

  open(MODULE .. 'init.pp')
  asked('a line above the class', function()
    vim.lsp.codelens.refresh({ bufnr = 0 })
  end, function()
    local found
    for _, lens in ipairs(vim.lsp.codelens.get(0)) do
      -- Each gets its text by itself; Neovim 0.7 can run none before all have.
      if not lens.command then
        return false
      end
      if lens.command.title:find('^%d+ references?$') then
        vim.api.nvim_win_set_cursor(0, { lens.range.start.line + 1, 0 })
        found = lens.command.title
      end
    end
    return found
  end)
  choose('reference')
  empty_list()
  vim.lsp.codelens.run()
  ok(soon(function()
    return listed():find('vhost.pp', 1, true)
  end), 'which lists the places: ' .. listed())
  vim.cmd('cclose')
  choose('graph')
  vim.lsp.codelens.run()
  ok(soon(function()
    return vim.bo.filetype == 'bunraku-graph' and vim.api.nvim_buf_line_count(0) > 3
  end), 'and one that shows the graph: ' .. vim.api.nvim_get_current_line())
  vim.cmd('close')

  open('mistakes/legacy-fact.pp')
  soon(function()
    return #vim.diagnostic.get(0) > 0
  end)
  local found = vim.diagnostic.get(0)[1]
  vim.api.nvim_win_set_cursor(0, { found.lnum + 1, found.col })
  choose("facts%['os'%]")
  local before = vim.api.nvim_get_current_line()
  asked('a mend, which is made', vim.lsp.buf.code_action, function()
    local line = vim.api.nvim_get_current_line()
    return line ~= before and line
  end)
  ok(vim.api.nvim_get_current_line():find("$facts['os']", 1, true) ~= nil, vim.api.nvim_get_current_line())
  vim.cmd('silent undo')

  for file, broken in pairs({
    ['salt/states/web/init.sls'] = { 'broken:', '  test.nop:', '    - require:', '      - test: ghost' },
    ['salt/states/web/map.jinja'] = { '{% set broken = %}' },
  }) do
    open(file)
    vim.api.nvim_buf_set_lines(0, -1, -1, false, broken)
    ok(soon(function()
      return #vim.diagnostic.get(0) > 0
    end), 'a finding in ' .. file .. ': ' .. ((vim.diagnostic.get(0)[1] or {}).message or ''))
    vim.cmd('silent undo')
  end

  open(MODULE .. 'service.pp')
  on('webserver::service')
  asked('another name for a class, with its file', function()
    if vim.fn.filereadable(MODULE .. 'service.pp') == 1 then
      vim.lsp.buf.rename('webserver::daemon')
    end
  end, function()
    return vim.fn.filereadable(MODULE .. 'daemon.pp') == 1 and vim.fn.filereadable(MODULE .. 'service.pp') == 0 and 'daemon.pp'
  end)
  vim.cmd('silent wall')
  local init = table.concat(vim.fn.readfile(MODULE .. 'init.pp'), '\n')
  ok(init:find('contain webserver::daemon', 1, true) and init:find("~> Class['webserver::daemon']", 1, true), 'and in other files: ' .. init:sub(-160):gsub('\n', ' | '))
  ok(table.concat(vim.fn.readfile(MODULE .. 'daemon.pp'), '\n'):find('class webserver::daemon', 1, true) ~= nil, 'and in its own')

  vim.cmd('silent edit ' .. MODULE .. 'daemon.pp')
  vim.api.nvim_buf_set_lines(0, -1, -1, false, { 'class {' })
  ok(soon(function()
    return #vim.diagnostic.get(0) > 0
  end), 'the server has it by its new name')
end)
