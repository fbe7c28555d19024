if vim.g.loaded_bunraku or vim.fn.has('nvim-0.7') == 0 then
  return
end
vim.g.loaded_bunraku = true

-- Neovim tells Puppet from Pascal by the content: a file that begins with `type` or `function` would be Pascal.
if vim.g.filetype_pp == nil then
  vim.g.filetype_pp = 'puppet'
end

-- Neovim takes files of states for Scheme, and knows templates of Jinja in newer versions only.
if vim.filetype and vim.filetype.add then
  vim.filetype.add({ extension = { sls = 'sls', jinja = 'jinja' } })
end

local bunraku = require('bunraku')
local group = vim.api.nvim_create_augroup('bunraku', {})

-- Neovim 0.7 heeds what is added there only if the user asks for it.
if vim.fn.has('nvim-0.8') == 0 then
  for _, filetype in ipairs({ 'sls', 'jinja' }) do
    vim.api.nvim_create_autocmd({ 'BufRead', 'BufNewFile' }, {
      group = group,
      pattern = '*.' .. filetype,
      callback = function()
        vim.bo.filetype = filetype
      end,
    })
  end
end
local modern = vim.lsp.config ~= nil and vim.lsp.enable ~= nil

vim.api.nvim_create_user_command('BunrakuRestart', require('bunraku.restart'), { desc = 'Restart the Bunraku language server' })

vim.api.nvim_create_user_command('Bunraku', function(command)
  local words = vim.split(command.args, '%s+')
  local name = table.remove(words, 1)
  if name == 'graph' then
    require('bunraku.graph').show(words)
  elseif name == 'rendered' then
    require('bunraku.rendered').show(words[1])
  else
    vim.notify(
      'Bunraku: the commands are :Bunraku graph [svg] [resources|class|module] [against REVISION] and :Bunraku rendered [MINION]',
      vim.log.levels.ERROR
    )
  end
end, {
  nargs = '+',
  desc = 'Bunraku: show the graph of the code at the cursor, or the rendered text of the file',
  complete = function(_, line)
    local name = line:match('^%s*%S+%s+(%S+)%s')
    if name then
      return name == 'graph' and { 'svg', 'resources', 'class', 'module', 'against' } or {}
    end
    return { 'graph', 'rendered' }
  end,
})

if bunraku.options().enabled == false then
  return
end

vim.api.nvim_create_autocmd('BufReadCmd', {
  group = group,
  pattern = 'bunraku://*',
  callback = function(event)
    require('bunraku.page').read(event.buf, event.file)
  end,
})

vim.api.nvim_create_autocmd('FileType', {
  group = group,
  pattern = bunraku.filetypes,
  callback = function(event)
    if not bunraku.serves(vim.api.nvim_buf_get_name(event.buf), vim.bo[event.buf].filetype) then
      return
    end
    bunraku.warn_when_missing()
    if not modern then
      require('bunraku.legacy').start(event.buf)
    end
  end,
})

if modern and vim.fn.executable(bunraku.cmd()[1]) == 1 then
  vim.lsp.enable('bunraku')
end

-- Where another plugin has set 'keywordprg' (vim-puppet does), Neovim leaves K alone.
if vim.fn.has('nvim-0.8') == 1 then
  vim.api.nvim_create_autocmd('LspAttach', {
    group = group,
    callback = function(event)
      local client = vim.lsp.get_client_by_id(event.data.client_id)
      if client and client.name == 'bunraku' and client.server_capabilities.hoverProvider then
        vim.keymap.set('n', 'K', vim.lsp.buf.hover, { buffer = event.buf, desc = 'Puppet: show the hover' })
      end
    end,
  })
end
