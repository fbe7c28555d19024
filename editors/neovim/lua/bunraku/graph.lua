-- `:Bunraku graph`: containment and order of a catalog, as text next to the code; or as a picture.
local M = {}

local request = require('bunraku.request')

--- So long nothing must be typed before the text follows, in milliseconds.
local QUIET = 300

--- For each buffer that shows a graph: what was asked, and what each line stands for.
local shown = {}

--- Asks the server about the document that a graph is of.
local function ask(state, method, more, done)
  request.ask(state.source, method, vim.tbl_extend('force', state.wanted, more or {}), done)
end

local function short(it)
  return it.file and it.line and (' %s:%d'):format(vim.fn.fnamemodify(it.file, ':t'), it.line) or ''
end

--- Before what differs from what the graph is compared with.
local SIGNS = { added = '+ ', removed = '- ', changed = '~ ' }

--- The answer as lines, and for each of them the node or the edge that it is of.
function M.lines(answer)
  local graph = answer.graph
  local lines, spots = {}, {}
  local function add(depth, text, spot)
    -- Titles may have line breaks.
    table.insert(lines, ('  '):rep(depth) .. text:gsub('%c', ' '))
    spots[#lines] = spot
  end
  local head = ('%s on %s'):format(answer.entry, table.concat(answer.systems, ', '))
  if answer.partial then
    head = head .. ', incomplete because of errors'
  end
  if answer.uncompared then
    head = head .. ', not compared: ' .. answer.uncompared
  elseif answer.compared then
    head = head .. ', against ' .. table.concat(answer.compared, ', ')
  end
  add(0, head)

  local inside, is_inside = {}, {}
  for _, it in ipairs(graph.containment) do
    -- A resource in two containers is shown where it was declared.
    if not is_inside[it.content] then
      is_inside[it.content] = true
      inside[it.container] = inside[it.container] or {}
      table.insert(inside[it.container], it.content)
    end
  end
  local edges = {}
  local function edge(id, arrow, other, it)
    edges[id] = edges[id] or {}
    table.insert(edges[id], { text = ('%s%s %s  (%s%s%s)'):format(SIGNS[it.change] or '', arrow, other, it.source or '', short(it), it.cycle and ', cycle' or ''), spot = it })
  end
  for _, it in ipairs(graph.edges) do
    edge(it.from, it.kind == 'notify' and '~>' or '->', it.to, it)
    edge(it.to, it.kind == 'notify' and '<~' or '<-', it.from, it)
  end
  for _, cycle in ipairs(graph.cycles or {}) do
    add(0, 'cycle: ' .. table.concat(cycle, ' -> '))
  end

  local nodes = {}
  for _, node in ipairs(graph.nodes) do
    nodes[node.id] = node
  end
  local done = {}
  -- Not by recursion: containers can be nested deeply, and in circles where something is wrong.
  local function tree(root)
    local waiting = { { root, 0 } }
    while #waiting > 0 do
      local id, depth = unpack(table.remove(waiting))
      local node = nodes[id]
      if node and not done[id] then
        done[id] = true
        local order = node.order and (' [%d]'):format(node.order + 1) or ''
        local count = node.resources and (' (%d resources)'):format(#node.resources) or ''
        add(depth, (SIGNS[node.change] or '') .. id .. order .. count, node)
        for _, it in ipairs(edges[id] or {}) do
          add(depth + 1, it.text, it.spot)
        end
        local children = inside[id] or {}
        for number = #children, 1, -1 do
          table.insert(waiting, { children[number], depth + 1 })
        end
      end
    end
  end
  for _, node in ipairs(graph.nodes) do
    if not is_inside[node.id] then
      tree(node.id)
    end
  end
  -- Those that contain each other are in no tree.
  for _, node in ipairs(graph.nodes) do
    tree(node.id)
  end
  return lines, spots
end

local function window_of(buffer)
  local window = vim.fn.bufwinid(buffer)
  return window ~= -1 and window or nil
end

local function write(buffer, state, answer)
  local window = window_of(buffer)
  local under = window and state.spots and state.spots[vim.api.nvim_win_get_cursor(window)[1]]
  local lines
  lines, state.spots = M.lines(answer)
  state.answer = answer
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.bo[buffer].modifiable = false
  -- The cursor stays on what it was on.
  for number = 1, #lines do
    local spot = state.spots[number]
    if window and under and spot and spot.id and spot.id == under.id then
      pcall(vim.api.nvim_win_set_cursor, window, { number, 0 })
      break
    end
  end
end

function M.refresh(buffer)
  local state = shown[buffer]
  if not state then
    return
  end
  state.asked = (state.asked or 0) + 1
  local number = state.asked
  ask(state, 'bunraku/graph', nil, function(answer)
    if not vim.api.nvim_buf_is_valid(buffer) or number ~= state.asked then
      return
    end
    -- While somebody types, what cannot be read yet would come and go.
    local torn = answer and answer.unread and state.answer and not state.answer.unread
    if answer and not torn then
      write(buffer, state, answer)
    elseif not answer and not state.answer then
      vim.bo[buffer].modifiable = true
      vim.api.nvim_buf_set_lines(buffer, 0, -1, false, { 'No graph: this file is not evaluated, or it has no catalog.' })
      vim.bo[buffer].modifiable = false
    end
  end)
end

--- To where the resource or the relationship under the cursor was written.
local function jump(buffer)
  local state = shown[buffer]
  local spot = state.spots and state.spots[vim.api.nvim_win_get_cursor(0)[1]]
  if not (spot and spot.uri and spot.range) then
    return
  end
  local window = window_of(state.source)
  if window then
    vim.api.nvim_set_current_win(window)
  else
    vim.cmd('wincmd p')
  end
  local target = vim.uri_to_bufnr(spot.uri)
  if target ~= vim.api.nvim_get_current_buf() then
    vim.cmd('silent keepalt edit ' .. vim.fn.fnameescape(vim.uri_to_fname(spot.uri)))
  else
    vim.cmd("normal! m'")
  end
  local last = vim.api.nvim_buf_line_count(0)
  vim.api.nvim_win_set_cursor(0, { math.min(spot.range.start.line + 1, last), 0 })
  vim.cmd('normal! ^')
end

--- Hover of the resource under the cursor.
local function about(buffer)
  local state = shown[buffer]
  local spot = state.spots and state.spots[vim.api.nvim_win_get_cursor(0)[1]]
  local id = spot and (spot.id or spot.by)
  if id then
    ask(state, 'bunraku/resource', { resource = id }, function(answer)
      if answer then
        vim.lsp.util.open_floating_preview(vim.split(answer.contents.value, '\n'), 'markdown', { focus_id = 'bunraku-graph' })
      end
    end)
  end
end

--- The line of what the cursor in the code is in.
local function follow(buffer)
  local state, window = shown[buffer], window_of(buffer)
  if not (state and state.spots and window) or vim.api.nvim_get_current_buf() ~= state.source then
    return
  end
  local uri, line = vim.uri_from_bufnr(state.source), vim.api.nvim_win_get_cursor(0)[1]
  local nearest, at
  for number, spot in pairs(state.spots) do
    if spot.id and spot.uri == uri and spot.line <= line and (not nearest or spot.line > nearest or (spot.line == nearest and number < at)) then
      nearest, at = spot.line, number
    end
  end
  if at then
    pcall(vim.api.nvim_win_set_cursor, window, { at, 0 })
  end
end

local COLLAPSED = { resources = 'class', class = 'module', module = 'resources' }

--- Text for a closed fold.
function M.foldtext()
  return ('%s… %d lines'):format((' '):rep(vim.fn.indent(vim.v.foldstart)), vim.v.foldend - vim.v.foldstart + 1)
end

local function open(source, wanted)
  vim.cmd('botright vsplit')
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_win_set_buf(0, buffer)
  vim.bo[buffer].bufhidden = 'wipe'
  vim.bo[buffer].shiftwidth = 2
  vim.bo[buffer].filetype = 'bunraku-graph'
  for option, value in pairs({ foldmethod = 'indent', foldlevel = 99, foldtext = "v:lua.require'bunraku.graph'.foldtext()", wrap = false, number = false, cursorline = true }) do
    vim.wo[option] = value
  end
  vim.api.nvim_win_call(0, function()
    vim.cmd([[syntax match Error /^cycle: .*\|, cycle)$/]])
    vim.cmd([[syntax match Operator /^\s*\zs[<~-][->~] /]])
    vim.cmd([[syntax match DiffAdd /^\s*\zs+ .*/]])
    vim.cmd([[syntax match DiffDelete /^\s*\zs- .*/]])
    vim.cmd([[syntax match DiffChange /^\s*\zs\~ .*/]])
    vim.cmd([[syntax match Comment /  ([^()]*)$/]])
  end)
  shown[buffer] = { source = source, wanted = wanted }
  local function map(key, run, desc)
    vim.keymap.set('n', key, run, { buffer = buffer, desc = desc, nowait = true })
  end
  map('<CR>', function()
    jump(buffer)
  end, 'Bunraku: go to the source')
  map('K', function()
    about(buffer)
  end, 'Bunraku: show the hover')
  map('r', function()
    M.refresh(buffer)
  end, 'Bunraku: refresh')
  map('c', function()
    local now = COLLAPSED[wanted.collapse or 'resources']
    wanted.collapse = now ~= 'resources' and now or nil
    M.refresh(buffer)
  end, 'Bunraku: resources, classes, modules')
  map('q', '<Cmd>close<CR>', 'Bunraku: close')

  local group = vim.api.nvim_create_augroup('bunraku-graph-' .. buffer, {})
  local timer
  vim.api.nvim_create_autocmd({ 'TextChanged', 'TextChangedI' }, {
    group = group,
    buffer = source,
    callback = function()
      timer = timer or vim.loop.new_timer()
      timer:start(QUIET, 0, vim.schedule_wrap(function()
        M.refresh(buffer)
      end))
    end,
  })
  vim.api.nvim_create_autocmd('CursorMoved', {
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
      pcall(vim.api.nvim_del_augroup_by_name, 'bunraku-graph-' .. buffer)
    end,
  })
  M.refresh(buffer)
  return buffer
end

--- Opens a file in the browser, or whatever shows pictures.
local function show_file(file)
  if vim.ui.open then
    return vim.ui.open(file)
  end
  for _, program in ipairs({ 'xdg-open', 'open' }) do
    if vim.fn.executable(program) == 1 then
      return vim.fn.jobstart({ program, file }, { detach = true })
    end
  end
  vim.notify('Bunraku: wrote the image to ' .. file)
end

--- Writes the picture into a file of its own, and shows it.
local function picture(state)
  ask(state, 'bunraku/graph', { format = 'svg' }, function(answer)
    if not (answer and answer.text) then
      return vim.notify('Bunraku: no graph here', vim.log.levels.WARN)
    end
    local file = vim.fn.tempname() .. '.svg'
    vim.fn.writefile(vim.split(answer.text, '\n'), file, 'b')
    show_file(file)
  end)
end

--- The graph of what is around the cursor; of a code lens if there are `parameters`.
function M.show(words, parameters)
  local source = vim.api.nvim_get_current_buf()
  if shown[source] then
    parameters = shown[source].wanted
    source = shown[source].source
  end
  local wanted = parameters and vim.deepcopy(parameters)
    or {
      textDocument = { uri = vim.uri_from_bufnr(source) },
      position = request.position(0, source),
    }
  local as_picture = false
  local is_revision = false
  for _, word in ipairs(words or {}) do
    if is_revision then
      wanted.against = word
      is_revision = false
    elseif word == 'against' then
      is_revision = true
    elseif word == 'svg' then
      as_picture = true
    elseif COLLAPSED[word] then
      wanted.collapse = word ~= 'resources' and word or nil
    else
      return vim.notify('Bunraku: graph takes svg, resources, class, module, against REVISION', vim.log.levels.ERROR)
    end
  end
  if as_picture then
    return picture({ source = source, wanted = wanted })
  end
  return open(source, wanted)
end

return M
