-- Pages on what Puppet itself brings along: buffers called `bunraku:///…`, whose text the server has.
local M = {}

--- Fills a buffer with the page that it is named after.
function M.read(buffer, uri)
  local client
  for _, it in ipairs((vim.lsp.get_clients or vim.lsp.get_active_clients)()) do
    if it.name == 'bunraku' then
      client = it
    end
  end
  vim.bo[buffer].buftype = 'nofile'
  vim.bo[buffer].bufhidden = 'hide'
  vim.bo[buffer].swapfile = false
  if not client then
    return vim.notify('Bunraku: no server runs', vim.log.levels.WARN)
  end
  -- Who jumps here goes to a line at once: so the text is waited for.
  local timeout = 2000
  local answer
  if vim.fn.has('nvim-0.11') == 1 then
    answer = client:request_sync('bunraku/page', { uri = uri }, timeout, buffer)
  else
    answer = client.request_sync('bunraku/page', { uri = uri }, timeout, buffer)
  end
  local page = answer and answer.result
  if type(page) == 'table' then
    vim.bo[buffer].modifiable = true
    vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(page.text, '\n'))
    vim.bo[buffer].filetype = page.languageId
  end
  vim.bo[buffer].modified = false
  vim.bo[buffer].modifiable = false
end

return M
