-- Requests of Bunraku's own, about a document that is open.
local M = {}

local legacy = require('bunraku.legacy')

--- Requests to repeat once a document is evaluated, by its address.
local waiting = {}

--- So long it is waited for at most, in milliseconds: the server may have said it just before.
local EVALUATED = 2000

local function when_evaluated(uri, run)
  waiting[uri] = waiting[uri] or {}
  table.insert(waiting[uri], run)
  vim.defer_fn(function()
    M.evaluated(uri)
  end, EVALUATED)
end

--- The server says that a document is evaluated.
function M.evaluated(uri)
  local all = waiting[uri] or {}
  waiting[uri] = nil
  for _, run in ipairs(all) do
    run()
  end
end

--- The client of the server that has a buffer.
function M.client_of(buffer)
  for _, client in ipairs(legacy.clients()) do
    if vim.lsp.buf_is_attached(buffer, client.id) then
      return client
    end
  end
end

--- The place of the cursor in a window, as the server counts.
function M.position(window, buffer)
  local client = M.client_of(buffer)
  return vim.lsp.util.make_position_params(window, client and client.offset_encoding or 'utf-16').position
end

--- Calls `done` with what the server answers about a buffer, or with nil. What needs an evaluation is requested again after it.
function M.ask(buffer, method, parameters, done)
  local client = vim.api.nvim_buf_is_valid(buffer) and M.client_of(buffer)
  if not client then
    return vim.notify('Bunraku: no server runs for this file', vim.log.levels.WARN)
  end
  local handler = function(problem, result)
    if problem then
      return vim.notify('Bunraku: ' .. (problem.message or tostring(problem)), vim.log.levels.WARN)
    end
    -- Neovim's JSON has a null of its own.
    local answer = result ~= vim.NIL and result or nil
    if answer and answer.pending then
      return when_evaluated(parameters.textDocument.uri, function()
        if vim.api.nvim_buf_is_valid(buffer) then
          M.ask(buffer, method, parameters, done)
        end
      end)
    end
    done(answer)
  end
  if vim.fn.has('nvim-0.11') == 1 then
    client:request(method, parameters, handler, buffer)
  else
    client.request(method, parameters, handler, buffer)
  end
end

return M
