-- Only the plugin, as a plugin manager would put it there.
vim.opt.runtimepath:prepend(vim.env.BUNRAKU_PLUGIN)
vim.opt.swapfile = false
vim.g.bunraku = { cmd = { vim.env.BUNRAKU_SERVER, 'lsp' } }
