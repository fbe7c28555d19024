-- Neovim before 0.11, which has no `vim.lsp.enable`.
local bunraku = require('bunraku')
local M = {}

-- The client of each project, for 0.7, which has no `vim.lsp.start` that would find it again.
local clients = {}

local function config(root)
  return {
    name = 'bunraku',
    cmd = bunraku.cmd(),
    root_dir = root,
    workspace_folders = { { uri = vim.uri_from_fname(root), name = root } },
    get_language_id = bunraku.language_id,
    init_options = bunraku.init_options(),
    on_exit = function()
      clients[root] = nil
    end,
  }
end

function M.start(buffer)
  local file = vim.api.nvim_buf_get_name(buffer)
  if file == '' or vim.bo[buffer].buftype ~= '' or vim.fn.executable(bunraku.cmd()[1]) == 0 then
    return
  end
  local root = bunraku.root(file)
  if vim.lsp.start then
    vim.lsp.start(config(root), { bufnr = buffer })
    return
  end
  clients[root] = clients[root] or vim.lsp.start_client(config(root))
  if clients[root] then
    vim.lsp.buf_attach_client(buffer, clients[root])
  end
end

function M.clients()
  local get = vim.lsp.get_clients or vim.lsp.get_active_clients
  return vim.tbl_filter(function(client)
    return client.name == 'bunraku'
  end, get())
end

return M
