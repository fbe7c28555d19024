" Puppet's templates: text with Puppet in it.
if exists('b:current_syntax')
  finish
endif

syn include @puppet syntax/puppet.vim
unlet! b:current_syntax
syn region eppCode matchgroup=eppTag start="<%[-=]\?" end="-\?%>" contains=@puppet keepend
syn region eppComment start="<%#" end="%>"
syn match eppEscape "<%%\|%%>"

hi def link eppTag PreProc
hi def link eppComment Comment
hi def link eppEscape SpecialChar

let b:current_syntax = 'epuppet'
