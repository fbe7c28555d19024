-- `:Bunraku rendered`: the text that a template or a file of states renders to, next to it. The view follows the cursor.
local M = {}

local request = require('bunraku.request')

--- So long nothing must be typed before the text follows, in milliseconds.
local QUIET = 300

--- What stands for a value that is not known.
local HOLE = '«?»'

--- Files whose texts decide what a template gives.
local PATTERNS = { '*.pp', '*.epp', '*.erb', '*.sls', '*.jinja', '*.yaml', '*.json' }

local NAMESPACE = vim.api.nvim_create_namespace('bunraku-rendered')

--- For each buffer that shows a text: what it was made of.
local shown = {}

--- The name by which a rendering is picked: its minion, or the state that renders it.
local function name_of(rendering)
  local systems = table.concat(rendering.systems or {}, ', ')
  if rendering.sources == nil or systems == '' then
    return rendering.entry
  end
  return rendering.entry:find('^sls ') and systems or ('%s (%s)'):format(rendering.entry, systems)
end

local function is_before(a, b)
  return a.line < b.line or (a.line == b.line and a.character < b.character)
end

local function is_in(at, range)
  return not is_before(at, range.start) and is_before(at, range['end'])
end

--- The text of a rendering as lines, and for each of its pieces where it begins and ends: row and byte from 0, last exclusive.
function M.pieces(rendering)
  if rendering.message then
    return vim.split(rendering.message, '\n'), {}
  end
  local pieces, texts = {}, {}
  local row, column = 0, 0
  for number, part in ipairs(rendering.parts) do
    local text = part == vim.NIL and HOLE or part
    local piece = { text = text, source = (rendering.sources or {})[number], row = row, column = column }
    for _ in text:gmatch('([^\n]*)\n') do
      row, column = row + 1, 0
    end
    column = column + #text:match('[^\n]*$')
    piece.end_row, piece.end_column = row, column
    table.insert(pieces, piece)
    table.insert(texts, text)
  end
  return vim.split(table.concat(texts), '\n'), pieces
end

--- What the expression around a place has made, once for each turn of a loop. Of a text without expressions, the line that it became.
--- Of a place that made nothing, what the rest of its line became.
function M.made_at(pieces, at)
  local exact, in_line = {}, {}
  for _, piece in ipairs(pieces) do
    local range = piece.source and piece.source.range
    if range and is_in(at, range) then
      table.insert(exact, piece)
    end
    if range and range.start.line <= at.line and at.line <= range['end'].line then
      table.insert(in_line, piece)
    end
  end
  local expressions = vim.tbl_filter(function(it)
    return not it.source.literal
  end, exact)
  if #expressions > 0 then
    return expressions
  end
  return vim.tbl_map(function(it)
    if not it.source.literal then
      return it
    end
    local row = math.min(it.row + math.max(at.line - it.source.range.start.line, 0), it.end_row)
    return { row = row, column = 0, end_row = row, end_column = 0 }
  end, #exact > 0 and exact or in_line)
end

local function window_of(buffer)
  local window = vim.fn.bufwinid(buffer)
  return window ~= -1 and window or nil
end

--- Marks what the cursor in the source has made, and scrolls to it.
local function follow(buffer)
  local state = shown[buffer]
  local source = state and vim.api.nvim_buf_is_valid(state.source) and window_of(state.source)
  -- After a change the text is that of an earlier source for a moment.
  if not source or state.tick ~= vim.api.nvim_buf_get_changedtick(state.source) then
    return
  end
  vim.api.nvim_buf_clear_namespace(buffer, NAMESPACE, 0, -1)
  local made = M.made_at(state.pieces, request.position(source, state.source))
  local count = vim.api.nvim_buf_line_count(buffer)
  for _, it in ipairs(made) do
    -- A text that ends with a line break does not reach into the next line.
    local last = it.end_column == 0 and it.end_row > it.row and it.end_row - 1 or it.end_row
    for row = it.row, math.min(last, count - 1) do
      local is_last = row + 1 >= count
      local length = #vim.api.nvim_buf_get_lines(buffer, row, row + 1, false)[1]
      vim.api.nvim_buf_set_extmark(buffer, NAMESPACE, row, 0, {
        end_row = is_last and row or row + 1,
        end_col = is_last and length or 0,
        hl_group = 'BunrakuLine',
        hl_eol = true,
      })
    end
    if it.row ~= it.end_row or it.column ~= it.end_column then
      vim.api.nvim_buf_set_extmark(buffer, NAMESPACE, it.row, it.column, {
        end_row = it.end_row,
        end_col = it.end_column,
        hl_group = 'BunrakuMade',
        priority = 5000,
      })
    end
  end
  local window = window_of(buffer)
  if window and made[1] then
    pcall(vim.api.nvim_win_set_cursor, window, { made[1].row + 1, made[1].column })
  end
end

local function write(buffer, lines)
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.bo[buffer].modifiable = false
end

--- Requests the text again.
function M.refresh(buffer)
  local state = shown[buffer]
  if not state or not vim.api.nvim_buf_is_valid(state.source) then
    return
  end
  state.asked = (state.asked or 0) + 1
  local number, tick = state.asked, vim.api.nvim_buf_get_changedtick(state.source)
  request.ask(state.source, 'bunraku/rendered', { textDocument = state.document }, function(answer)
    if not vim.api.nvim_buf_is_valid(buffer) or number ~= state.asked then
      return
    end
    local found
    for _, it in ipairs(answer and answer.renderings or {}) do
      found = found or (name_of(it) == state.name and it)
    end
    found = found or (answer and answer.renderings and answer.renderings[1])
    if not found then
      state.pieces, state.tick = {}, tick
      return write(buffer, { 'Nothing that is evaluated renders this file, or its text depends on unknown values.' })
    end
    local lines
    lines, state.pieces = M.pieces(found)
    state.tick = tick
    write(buffer, lines)
    follow(buffer)
  end)
end

local function open(source, document, name)
  vim.api.nvim_set_hl(0, 'BunrakuLine', { default = true, link = 'CursorLine' })
  vim.api.nvim_set_hl(0, 'BunrakuMade', { default = true, link = 'Search' })
  local before = vim.api.nvim_get_current_win()
  vim.cmd('botright vsplit')
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_win_set_buf(0, buffer)
  vim.bo[buffer].bufhidden = 'wipe'
  vim.bo[buffer].filetype = 'bunraku-rendered'
  if vim.bo[source].filetype == 'sls' then
    vim.bo[buffer].syntax = 'yaml'
  end
  shown[buffer] = { source = source, document = document, name = name, pieces = {} }
  vim.keymap.set('n', 'q', '<Cmd>close<CR>', { buffer = buffer, desc = 'Bunraku: close', nowait = true })
  -- Who writes goes on writing.
  vim.api.nvim_set_current_win(before)

  local group = vim.api.nvim_create_augroup('bunraku-rendered-' .. buffer, {})
  local timer
  vim.api.nvim_create_autocmd({ 'TextChanged', 'TextChangedI', 'BufWritePost' }, {
    group = group,
    pattern = PATTERNS,
    callback = function()
      timer = timer or vim.loop.new_timer()
      timer:start(QUIET, 0, vim.schedule_wrap(function()
        M.refresh(buffer)
      end))
    end,
  })
  vim.api.nvim_create_autocmd({ 'CursorMoved', 'CursorMovedI' }, {
    group = group,
    buffer = source,
    callback = function()
      follow(buffer)
    end,
  })
  vim.api.nvim_create_autocmd('BufWipeout', {
    group = group,
    buffer = buffer,
    callback = function()
      if timer then
        timer:stop()
        timer:close()
      end
      shown[buffer] = nil
      pcall(vim.api.nvim_del_augroup_by_name, 'bunraku-rendered-' .. buffer)
    end,
  })
  M.refresh(buffer)
end

--- Shows the text of the current buffer for a minion or an entry; of the document of a code lens if there are `parameters`.
function M.show(name, parameters)
  local document = parameters and parameters.textDocument or { uri = vim.uri_from_bufnr(0) }
  if vim.uri_to_bufnr(document.uri) ~= vim.api.nvim_get_current_buf() then
    vim.cmd('silent keepalt split ' .. vim.fn.fnameescape(vim.uri_to_fname(document.uri)))
  end
  local source = vim.api.nvim_get_current_buf()
  if name then
    return open(source, document, name)
  end
  request.ask(source, 'bunraku/rendered', { textDocument = document }, function(answer)
    local names = {}
    for _, it in ipairs(answer and answer.renderings or {}) do
      if not vim.tbl_contains(names, name_of(it)) then
        table.insert(names, name_of(it))
      end
    end
    if #names < 2 then
      return open(source, document, names[1])
    end
    vim.ui.select(names, { prompt = 'Rendered by' }, function(picked)
      if picked then
        open(source, document, picked)
      end
    end)
  end)
end

return M
