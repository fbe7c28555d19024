" Puppet. Colours before the server answers, and where there are no semantic tokens.
if exists('b:current_syntax')
  finish
endif

syn keyword puppetConditional if elsif else unless case
syn keyword puppetStructure class define function plan node type inherits
syn keyword puppetOperator and or in
syn keyword puppetBoolean true false
syn keyword puppetConstant undef default
syn match puppetStatement "\%(^\|[;{}]\)\s*\zs\%(include\|contain\|require\|realize\|tag\|debug\|info\|notice\|warning\|err\|fail\|break\|next\|return\)\>\ze\%(\s*(\|\s\+[^=+ ]\|\s*$\)"

syn match puppetFunction "\%(::\)\?\<\l\w*\%(::\l\w*\)*\ze\s*("
syn match puppetFunction "\.\s*\zs\l\w*\%(::\l\w*\)*"
syn match puppetResource "\%(::\)\?\<\l\w*\%(::\l\w*\)*\ze\s*{" contains=puppetConditional,puppetStructure
syn match puppetType "\%(::\)\?\<\u\w*\%(::\u\w*\)*"
syn match puppetName "\%(\<\%(class\|define\|function\|plan\|inherits\)\s\+\)\@<=\%(::\)\?\l\w*\%(::\l\w*\)*"
syn match puppetAttribute "\<\l\w*\ze\s*[=+]>"
syn match puppetArrow "[-~]>\|<[-~]\|[=+]>"
syn match puppetVariable "\$\%(::\)\?\w\+\%(::\w\+\)*"
syn match puppetNumber "\<\%(0[xX]\x\+\|\d\+\%(\.\d\+\)\?\%([eE]-\?\d\+\)\?\)\>"

" A slash behind a value divides.
syn region puppetRegex start="\%([[:alnum:]_)\]'\"]\s*\)\@<!/\ze\%(\\.\|[^/\\]\)*/" skip="\\." end="/" oneline
syn region puppetRegex start="\%([=!]\~\s*\)\@<=/" skip="\\." end="/"

syn match puppetEscape contained "\\\%([\\$'\"rnts]\|u\x\{4}\|u{\x\{1,6}}\)"
syn match puppetQuoteEscape contained "\\[\\']"
syn region puppetInterpolation contained matchgroup=puppetDelimiter start="\${" end="}" contains=TOP,@puppetInside
syn region puppetBraces contained transparent start="{" end="}" contains=TOP,@puppetInside
syn cluster puppetInside contains=puppetBraces
syn region puppetString start="'" skip="\\[\\']" end="'" contains=puppetQuoteEscape
syn region puppetString start=+"+ skip=+\\.+ end=+"+ contains=puppetEscape,puppetInterpolation,puppetVariable
syn region puppetHeredoc matchgroup=puppetDelimiter start="@(\s*\z([^\":/)[:space:]][^\":/)]\{-}\)\s*[:/]\?[^)]*)" end="|\?\s*-\?\s*\z1\s*$"
syn region puppetHeredoc matchgroup=puppetDelimiter start="@(\s*\"\s*\z([^\":/)]\{-1,}\)\s*\"[^)]*)" end="|\?\s*-\?\s*\z1\s*$" contains=puppetEscape,puppetInterpolation,puppetVariable

syn keyword puppetTodo contained TODO FIXME XXX
syn match puppetComment "#.*$" contains=puppetTodo,@Spell
syn region puppetComment start="/\*" end="\*/" contains=puppetTodo,@Spell

" A heredoc may be long.
syn sync minlines=200

hi def link puppetConditional Conditional
hi def link puppetStructure Structure
hi def link puppetOperator Operator
hi def link puppetArrow Operator
hi def link puppetBoolean Boolean
hi def link puppetConstant Constant
hi def link puppetStatement Statement
hi def link puppetFunction Function
hi def link puppetResource Type
hi def link puppetType Type
hi def link puppetName Function
hi def link puppetAttribute Identifier
hi def link puppetVariable Identifier
hi def link puppetNumber Number
hi def link puppetRegex String
hi def link puppetString String
hi def link puppetHeredoc String
hi def link puppetEscape SpecialChar
hi def link puppetQuoteEscape SpecialChar
hi def link puppetDelimiter Delimiter
hi def link puppetComment Comment
hi def link puppetTodo Todo

let b:current_syntax = 'puppet'
