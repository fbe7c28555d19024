-- Runs inside Neovim, in a copy of the folder examples: the graph as text beside the code.
local testing = dofile((debug.getinfo(1, 'S').source:sub(2):gsub('[^/]+$', 'testing.lua')))
local ok, soon = testing.ok, testing.soon
local function text(buffer)
  return vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
end
local function line_of(buffer, pattern)
  for number, line in ipairs(text(buffer)) do
    if line:find(pattern) then
      return number, line
    end
  end
end

testing.run(function()
  local source = vim.api.nvim_get_current_buf()
  soon(function()
    local client = require('bunraku.legacy').clients()[1]
    return client and vim.lsp.buf_is_attached(source, client.id)
  end)
  vim.cmd('Bunraku graph')
  local buffer = vim.api.nvim_get_current_buf()
  ok(buffer ~= source and vim.bo.filetype == 'bunraku-graph', 'a split')
  ok(soon(function()
    return line_of(buffer, '^%s+Exec%[check') ~= nil
  end), 'with the resources of the class: ' .. table.concat(text(buffer), ' | '):sub(1, 200))
  local class = line_of(buffer, '^%s*Class%[Webserver::Service%]')
  local exec, said = line_of(buffer, '^%s+Exec%[check')
  ok(class and exec and class < exec and said:find('%[%d+%]'), 'inside of the class, with its place in the order: ' .. tostring(said))
  local edge, arrow = line_of(buffer, '^%s+%-> Service%[nginx%]  %(before service.pp:%d+%)')
  ok(edge == exec + 1 or edge ~= nil, 'and what comes behind it: ' .. tostring(arrow))

  ok(vim.fn.foldlevel(exec) > vim.fn.foldlevel(class), 'what is inside folds')
  vim.api.nvim_win_set_cursor(0, { exec, 0 })
  vim.cmd('normal! zc')
  ok(vim.fn.foldclosed(exec) ~= -1, 'and is closed')
  vim.cmd('normal! zR')

  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes('<CR>', true, false, true), 'tx', false)
  ok(vim.api.nvim_get_current_buf() == source, 'Enter goes to the code')
  ok(vim.api.nvim_get_current_line():find('exec {', 1, true) ~= nil, 'at the resource: ' .. vim.api.nvim_get_current_line())

  vim.fn.search('^  service {')
  vim.api.nvim_exec_autocmds('CursorMoved', { buffer = source })
  local at = vim.api.nvim_win_get_cursor(vim.fn.bufwinid(buffer))[1]
  ok(text(buffer)[at]:find('Service[nginx]', 1, true) ~= nil, 'the graph follows the cursor: ' .. text(buffer)[at])

  local last = vim.api.nvim_buf_line_count(source)
  vim.api.nvim_buf_set_lines(source, last - 1, last - 1, false, { "  notify { 'new': }" })
  vim.api.nvim_exec_autocmds('TextChanged', { buffer = source })
  ok(soon(function()
    return line_of(buffer, '^%s+Notify%[new%]') ~= nil
  end), 'and what is typed')
  ok(text(buffer)[vim.api.nvim_win_get_cursor(vim.fn.bufwinid(buffer))[1]]:find('Service[nginx]', 1, true) ~= nil, 'its cursor stays')
  vim.cmd('silent undo')

  vim.api.nvim_set_current_win(vim.fn.bufwinid(buffer))
  vim.api.nvim_win_set_cursor(0, { line_of(buffer, '^%s+Exec%[check'), 0 })
  vim.api.nvim_feedkeys('K', 'tx', false)
  local floating
  ok(soon(function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= '' then
        floating = vim.api.nvim_win_get_buf(window)
        return true
      end
    end
  end), 'K opens a window')
  local words = floating and table.concat(text(floating), '\n') or ''
  ok(words:find('Exec[check the configuration of nginx]', 1, true) ~= nil and words:find('Comes before', 1, true) ~= nil, 'that says what a hover says: ' .. words:sub(1, 300))
  vim.api.nvim_set_current_win(vim.fn.bufwinid(buffer))

  -- Nobody tells the graph of these changes.
  vim.api.nvim_buf_set_lines(source, last - 1, last - 1, false, { "  notify { 'asked': }" })
  vim.wait(700)
  ok(line_of(buffer, 'Notify%[asked%]') == nil, 'what it was not told of is not there')
  vim.api.nvim_feedkeys('r', 'tx', false)
  ok(soon(function()
    return line_of(buffer, '^%s+Notify%[asked%]') ~= nil
  end), 'until r asks again')
  vim.api.nvim_buf_set_lines(source, last - 1, last, false, {})

  vim.api.nvim_set_current_win(vim.fn.bufwinid(buffer))
  vim.api.nvim_feedkeys('q', 'tx', false)
  for _, words in ipairs({ { 'init', '--quiet' }, { 'add', '.' }, { 'commit', '--quiet', '-m', 'one' } }) do
    vim.fn.system(vim.list_extend({ 'git', '-c', 'user.name=n', '-c', 'user.email=n@example.com', '-c', 'commit.gpgsign=false' }, words))
  end
  vim.api.nvim_buf_set_lines(source, last - 1, last - 1, false, { "  notify { 'new': }" })
  vim.cmd('Bunraku graph against HEAD')
  buffer = vim.api.nvim_get_current_buf()
  ok(soon(function()
    return line_of(buffer, '^%s+%+ Notify%[new%]') ~= nil
  end), 'what a revision did not have: ' .. table.concat(text(buffer), ' | '):sub(1, 200))
  ok(line_of(buffer, '^%s+Service%[nginx%]') ~= nil and text(buffer)[1]:find(', against HEAD$') ~= nil, 'what is the same has no sign: ' .. text(buffer)[1])
  vim.api.nvim_set_current_win(vim.fn.bufwinid(source))
  vim.cmd('silent undo')
  vim.api.nvim_set_current_win(vim.fn.bufwinid(buffer))
  vim.api.nvim_feedkeys('q', 'tx', false)
  vim.cmd('Bunraku graph')
  buffer = vim.api.nvim_get_current_buf()
  ok(soon(function()
    return line_of(buffer, '^%s+Service%[nginx%]') ~= nil
  end), 'without a revision')
  vim.api.nvim_feedkeys('c', 'tx', false)
  ok(soon(function()
    return line_of(buffer, '^Class%[Webserver::Service%] %(%d+ resources%)') ~= nil
  end), 'classes as boxes')
  vim.api.nvim_feedkeys('c', 'tx', false)
  ok(soon(function()
    return line_of(buffer, '^webserver') ~= nil and line_of(buffer, 'Class%[Webserver::Service%]') == nil
  end), 'modules as boxes: ' .. table.concat(text(buffer), ' | '):sub(1, 200))
  vim.api.nvim_feedkeys('c', 'tx', false)
  ok(soon(function()
    return line_of(buffer, '^%s+Service%[nginx%]') ~= nil and line_of(buffer, '^webserver') == nil
  end), 'and resources again')
  vim.api.nvim_feedkeys('q', 'tx', false)
  ok(vim.fn.bufwinid(buffer) == -1, 'q closes it')

  local opened
  if vim.ui.open then
    vim.ui.open = function(file)
      opened = file
    end
  else
    local start = vim.fn.jobstart
    vim.fn.executable = function()
      return 1
    end
    vim.fn.jobstart = function(command)
      opened = command[2]
      vim.fn.jobstart = start
      return 1
    end
  end
  vim.cmd('Bunraku graph svg class')
  ok(soon(function()
    return opened ~= nil
  end), 'a picture: ' .. tostring(opened))
  local svg = table.concat(vim.fn.readfile(opened), '\n')
  ok(svg:find('^<svg ') ~= nil and svg:find('Class[Webserver::Service]', 1, true) ~= nil, 'which has the class')

  vim.cmd('silent edit! mistakes/catalog/dependency-cycle.pp')
  soon(function()
    return #vim.diagnostic.get(0) > 0
  end)
  vim.cmd('Bunraku graph')
  local cycles = vim.api.nvim_get_current_buf()
  ok(soon(function()
    return line_of(cycles, '^cycle: Notify') ~= nil
  end), 'a cycle: ' .. tostring(text(cycles)[2]))
end)
