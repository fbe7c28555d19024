" What docs/editors.md tells users of Vim with ALE, in Vim, with the real server: the second block of Vim's language on that page.
let s:counts = {'passed': 0, 'failed': 0}

function! s:say(text) abort
  call writefile([a:text], $BUNRAKU_RESULT, 'a')
endfunction

function! s:ok(condition, what) abort
  let s:counts[a:condition ? 'passed' : 'failed'] += 1
  call s:say((a:condition ? 'ok ' : 'not ok ') .. a:what)
endfunction

" Waits until an expression holds. What the server says is heard while Vim sleeps.
function! s:soon(expression) abort
  let l:start = reltime()
  while reltimefloat(reltime(l:start)) < 30
    if eval(a:expression)
      return 1
    endif
    sleep 50m
  endwhile
  return 0
endfunction

function! s:test() abort
  edit manifests/init.pp
  call s:ok(&filetype ==# 'puppet', 'a .pp file is Puppet')
  call s:ok(s:soon('!empty(getloclist(0))'), 'a finding comes')
  let l:found = getloclist(0)
  call s:ok(len(l:found) == 1 && l:found[0].lnum == 8 && l:found[0].col == 22, 'it is one, at the word: ' .. string(l:found))
  call s:ok(!empty(l:found) && l:found[0].text =~# "Syntax error at 'ensure'", 'it says what is wrong')
  call cursor(8, 21)
  execute "normal! i:\<Esc>"
  call ale#Queue(0)
  call s:ok(s:soon('empty(getloclist(0))'), 'it goes when the colon is written')
  edit! templates/motd.epp
  call s:ok(&filetype ==# 'epuppet', 'an .epp file is a template')
  call s:ok(s:soon('!empty(getloclist(0))'), 'a finding comes there, too')
  let l:found = getloclist(0)
  call s:ok(!empty(l:found) && l:found[0].lnum == 2 && l:found[0].text =~# "Syntax error at '%>'", 'it is in the template: ' .. string(l:found))
endfunction

try
  call s:test()
catch
  call s:ok(0, v:exception .. ' at ' .. v:throwpoint)
endtry
call s:say(printf('%d passed, %d failed', s:counts.passed, s:counts.failed))
qall!
