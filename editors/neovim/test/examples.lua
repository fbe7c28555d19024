-- Runs inside Neovim, in a copy of the folder examples: what the editor shows of a file is what `bunraku check` prints of it.
local testing = dofile((debug.getinfo(1, 'S').source:sub(2):gsub('[^/]+$', 'testing.lua')))
local ok = testing.ok

local severity = {
  error = vim.diagnostic.severity.ERROR,
  warning = vim.diagnostic.severity.WARN,
  deprecation = vim.diagnostic.severity.WARN,
  hint = vim.diagnostic.severity.HINT,
}

local function decode(text)
  return (vim.json or { decode = vim.fn.json_decode }).decode(text)
end

--- Findings of the current buffer, a line of text for each.
local function shown()
  local lines = {}
  local function offset(line, column)
    return vim.api.nvim_buf_get_offset(0, line) + column
  end
  for _, it in ipairs(vim.diagnostic.get(0)) do
    table.insert(lines, ('%s %d %d %d'):format(it.code, it.severity, offset(it.lnum, it.col), offset(it.end_lnum, it.end_col)))
  end
  table.sort(lines)
  return table.concat(lines, ', ')
end

testing.run(function()
  -- Neovim does not ask about a file that was left before its answer came.
  testing.soon(function()
    return shown() ~= ''
  end)
  local told = decode(vim.fn.system(vim.fn.shellescape(vim.env.BUNRAKU_SERVER) .. ' check --format json mistakes site 2>/dev/null')).findings
  ok(#told > 50, ('there are mistakes to show (%d)'):format(#told))
  local expected = {}
  for _, it in ipairs(told) do
    expected[it.file] = expected[it.file] or {}
    table.insert(expected[it.file], ('%s %d %d %d'):format(it.code, severity[it.severity], it.range.start.offset, it.range['end'].offset))
  end
  for _, file in ipairs(vim.fn.glob('mistakes/**/*.pp', true, true)) do
    local text = table.concat(vim.fn.readfile(file, 'b'), '\n')
    -- The mark before the text stays in the file: no editor hands it over.
    if text:sub(1, 3) ~= '\239\187\191' then
      vim.cmd('silent edit! ' .. vim.fn.fnameescape(file))
      local lines = expected[file] or {}
      table.sort(lines)
      local want = table.concat(lines, ', ')
      local same = testing.soon(function()
        return shown() == want
      end)
      ok(same, ('%s: %s%s'):format(file, shown(), same and '' or ' instead of ' .. want))
    end
  end
end)
