-- Runs inside Neovim, in a copy of the folder examples: the rendered text of states next to them.
local testing = dofile((debug.getinfo(1, 'S').source:sub(2):gsub('[^/]+$', 'testing.lua')))
local ok, soon = testing.ok, testing.soon

--- Opens a file of states, and waits for the server.
local function open(file)
  vim.cmd('silent edit! ' .. file)
  soon(function()
    local client = require('bunraku.legacy').clients()[1]
    return client and vim.lsp.buf_is_attached(0, client.id)
  end)
end

--- The buffer that shows a text.
local function view()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    local buffer = vim.api.nvim_win_get_buf(window)
    if vim.bo[buffer].filetype == 'bunraku-rendered' then
      return buffer, window
    end
  end
end

local function text()
  local buffer = view()
  return buffer and vim.api.nvim_buf_get_lines(buffer, 0, -1, false) or {}
end

--- What is marked with a group: whole lines, or parts of them.
local function marked(group)
  local buffer = view()
  local found = {}
  for _, mark in ipairs(buffer and vim.api.nvim_buf_get_extmarks(buffer, vim.api.nvim_get_namespaces()['bunraku-rendered'], 0, -1, { details = true }) or {}) do
    local row, column, details = mark[2], mark[3], mark[4]
    if details.hl_group == group then
      local line = vim.api.nvim_buf_get_lines(buffer, row, row + 1, false)[1]
      table.insert(found, details.end_row == row and line:sub(column + 1, details.end_col) or line:sub(column + 1))
    end
  end
  return table.concat(found, ' | ')
end

--- Puts the cursor on a text of the source, as a user's keys would.
local function on(pattern)
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  assert(vim.fn.search('\\V' .. pattern, 'cW') > 0, pattern)
  vim.api.nvim_exec_autocmds('CursorMoved', { buffer = 0 })
end

local function close()
  local _, window = view()
  vim.api.nvim_win_close(window, true)
end

testing.run(function()
  open('salt/states/web/init.sls')
  local source = vim.api.nvim_get_current_buf()
  on('{{ web.package }}')
  vim.cmd('Bunraku rendered')
  ok(soon(function()
    return vim.tbl_contains(text(), '    - name: nginx')
  end), 'the text of the file: ' .. table.concat(text(), ' | '):sub(1, 200))
  local buffer = view()
  ok(vim.api.nvim_get_current_buf() == source and vim.bo[buffer].modifiable == false, 'is a view next to it')
  ok(marked('BunrakuMade') == 'nginx', 'what the expression has made is marked: ' .. marked('BunrakuMade'))
  ok(marked('BunrakuLine') == '    - name: nginx', 'and its line: ' .. marked('BunrakuLine'))

  on('- enable: True')
  ok(marked('BunrakuLine') == '    - enable: True' and marked('BunrakuMade') == '', 'the marks follow the cursor: ' .. marked('BunrakuLine'))
  local _, window = view()
  local at = vim.api.nvim_win_get_cursor(window)[1]
  ok(text()[at] == '    - enable: True', 'so does the view: ' .. tostring(text()[at]))

  vim.api.nvim_buf_set_lines(source, 0, 0, false, { '# {{ 6 * 7 }}' })
  vim.api.nvim_exec_autocmds('TextChanged', { buffer = source })
  on('{{ 6')
  ok(soon(function()
    return text()[1] == '# 42' and marked('BunrakuMade') == '42'
  end), 'and what is typed: ' .. tostring(text()[1]))
  vim.cmd('silent undo')
  close()

  open('salt/states/web/sites.sls')
  on('{{ site.name }}')
  vim.cmd('Bunraku rendered web01')
  ok(soon(function()
    return marked('BunrakuMade') == 'one | two'
  end), 'each turn of a loop: ' .. marked('BunrakuMade'))
  close()

  open('salt/states/web/init.sls')
  vim.api.nvim_buf_set_lines(0, 0, 0, false, { '{{ nothing }}' })
  vim.cmd('Bunraku rendered')
  ok(soon(function()
    return (text()[1] or ''):find("Jinja variable 'nothing' is undefined", 1, true) ~= nil
  end), 'why there is no text: ' .. tostring(text()[1]))
  vim.cmd('silent undo')
  close()
end)
