-- Common code of the tests inside Neovim: they count, wait, and end by reporting the result.
local M = { passed = 0, failed = 0 }

function M.say(text)
  io.stdout:write(text .. '\n')
end

function M.ok(condition, what)
  local count = condition and 'passed' or 'failed'
  M[count] = M[count] + 1
  M.say((condition and 'ok ' or 'not ok ') .. what)
end

--- Waits until a condition holds, and tells whether it does.
function M.soon(condition, milliseconds)
  return vim.wait(milliseconds or 20000, condition, 20)
end

--- Runs all of a file's tests. Neovim ends with them.
function M.run(tests)
  local good, problem = pcall(tests)
  if not good then
    M.ok(false, 'exception: ' .. tostring(problem))
  end
  M.say(('%d passed, %d failed'):format(M.passed, M.failed))
  vim.cmd(M.failed > 0 and 'cquit 1' or 'qall!')
end

return M
