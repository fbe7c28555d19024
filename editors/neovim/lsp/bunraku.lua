-- Neovim 0.11 and newer: what `vim.lsp.enable('bunraku')` starts. Change it with `vim.lsp.config('bunraku', { … })`.
local bunraku = require('bunraku')

return {
  cmd = bunraku.cmd(),
  filetypes = bunraku.filetypes,
  get_language_id = bunraku.language_id,
  init_options = bunraku.init_options(),
  root_dir = function(buffer, found)
    local file = vim.api.nvim_buf_get_name(buffer)
    if bunraku.serves(file, vim.bo[buffer].filetype) then
      found(bunraku.root(file))
    end
  end,
}
