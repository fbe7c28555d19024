-- `:BunrakuRestart`: stops the server and starts it again for every file that is open.
return function()
  local bunraku = require('bunraku')
  local legacy = require('bunraku.legacy')
  local clients = legacy.clients()
  vim.lsp.stop_client(clients)
  -- A new client of the same project is only started when the old one is gone.
  vim.wait(3000, function()
    return #legacy.clients() == 0
  end, 20)
  for _, client in ipairs(legacy.clients()) do
    vim.lsp.stop_client(client.id, true)
  end
  bunraku.warned = nil
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) and vim.tbl_contains(bunraku.filetypes, vim.bo[buffer].filetype) then
      vim.api.nvim_exec_autocmds('FileType', { buffer = buffer, modeline = false })
    end
  end
end
