-- Runs what docs/editors.md tells users of Neovim without the plugin, and of Vim, to write into their configurations.
local testing = dofile((debug.getinfo(1, 'S').source:sub(2):gsub('[^/]+$', 'testing.lua')))
local ok = testing.ok

--- The code of the page, by its language.
local function blocks(language)
  local found, open = {}, nil
  for line in io.lines(vim.env.BUNRAKU_PAGE) do
    if line:match('^```') then
      if open then
        if open.language == language then
          table.insert(found, table.concat(open, '\n'))
        end
        open = nil
      else
        open = { language = line:match('^```(%S*)') }
      end
    elseif open then
      table.insert(open, line)
    end
  end
  return found
end

testing.run(function()
  local lua = blocks('lua')
  ok(#lua >= 3, ('the page has Lua (%d)'):format(#lua))
  for i, text in ipairs(lua) do
    local read, why = loadstring(text)
    ok(read ~= nil, ('Lua %d can be read %s'):format(i, why or ''))
  end

  local scratch = vim.fn.tempname()
  vim.fn.mkdir(scratch .. '/autoload', 'p')
  vim.fn.writefile({ 'function! lsp#register_server(it) abort', '  let g:registered = a:it', 'endfunction' }, scratch .. '/autoload/lsp.vim')
  vim.opt.runtimepath:append(scratch)
  local vimscript = blocks('vim')
  vim.fn.writefile(vim.split(vimscript[1], '\n'), scratch .. '/page.vim')
  vim.cmd('source ' .. scratch .. '/page.vim')
  vim.cmd('doautocmd User lsp_setup')
  ok(vim.g.filetype_pp == 'puppet', 'a .pp file is Puppet')
  ok(vim.deep_equal(vim.g.registered.cmd, { 'bunraku', 'lsp' }), 'vim-lsp gets the command')
  vim.cmd('enew | setfiletype epuppet')
  ok(vim.api.nvim_eval('g:registered.languageId({})') == 'epp', 'vim-lsp gets the language of templates')

  if vim.lsp.config then
    for _, text in ipairs(lua) do
      if text:match('vim%.lsp%.enable') then
        assert(loadstring(text))()
      end
    end
    vim.cmd('edit manifests/init.pp')
    ok(vim.bo.filetype == 'puppet', 'the file is Puppet')
    local told = testing.soon(function() return #vim.diagnostic.get(0) > 0 end)
    ok(told, 'what the page says for 0.11 shows the finding')
  end
end)
