" Salt's SLS files: YAML with tags of Jinja.
if exists('b:current_syntax')
  finish
endif

" The one in this folder: a newer Neovim has one of its own.
execute 'source' fnameescape(expand('<sfile>:p:h') .. '/jinja.vim')
unlet! b:current_syntax

" Where several match, the last one counts.
syn match slsItem "\%(^\|\s\)\@<=-\ze\s"
syn match slsKey "\%(^\|\s\)\@<=[^[:space:]#{['\":-][^[:space:]{#:]*\ze:\%(\s\|$\)"
syn match slsBoolean "\%(\s\)\@<=\%([Tt]rue\|[Ff]alse\|yes\|no\|on\|off\|null\|\~\)\ze\s*$"
syn match slsNumber "\%(\s\)\@<=-\?\d\+\%(\.\d\+\)\?\ze\s*$"
syn match slsUrl "\<salt://[^[:space:]{]*"
syn match slsRequisite "\%(^\|\s\)\@<=\%(\%(require\|watch\|onchanges\|onfail\)\%(_any\|_all\|_in\)\?\|listen\%(_in\)\?\|prereq\%(_in\)\?\|use\%(_in\)\?\)\ze:\%(\s\|$\)"
syn match slsFunction "\%(^\s\+\)\@<=\h\w*\.\h\w*\ze:\?\%(\s\|$\)"
syn match slsId "^[^[:space:]#{'\"-][^{#]\{-}\ze:\%(\s\|$\)"
syn match slsStatement "^\%(include\|extend\|exclude\)\ze:\%(\s\|$\)"
syn match slsEscape contained "\\."
syn region slsString start="\%(^\|[[:space:][,]\)\@<='" end="'" contains=@jinjaTags
syn region slsString start=+\%(^\|[[:space:][,]\)\@<="+ skip=+\\.+ end=+"+ contains=@jinjaTags,slsEscape
syn match slsComment "\%(^\|\s\)\@<=#}\@!.*$" contains=@Spell

hi def link slsItem Delimiter
hi def link slsKey Identifier
hi def link slsBoolean Boolean
hi def link slsNumber Number
hi def link slsUrl Underlined
hi def link slsRequisite Keyword
hi def link slsFunction Function
hi def link slsId Label
hi def link slsStatement Statement
hi def link slsString String
hi def link slsEscape SpecialChar
hi def link slsComment Comment

let b:current_syntax = 'sls'
