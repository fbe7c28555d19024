" Templates of Jinja: text with tags. SLS files have the same tags.
if exists('b:current_syntax')
  finish
endif

syn case match
syn cluster jinjaTags contains=jinjaTag,jinjaValue,jinjaComment,jinjaRaw
syn cluster jinjaExpression contains=jinjaVariable,jinjaSpecial,jinjaConstant,jinjaNumber,jinjaOperator,jinjaFilter,jinjaString,jinjaStatement

" Where several match, the last one counts.
syn match jinjaVariable contained "\<\h\w*"
syn match jinjaSpecial contained "\<\%(salt\|grains\|pillar\|opts\|loop\|sls\|tpldir\|slspath\|saltenv\)\>"
syn match jinjaConstant contained "\<\%([Tt]rue\|[Ff]alse\|[Nn]one\)\>"
syn match jinjaNumber contained "\<\d\+\%(\.\d\+\)\?\>"
syn match jinjaOperator contained "\<\%(and\|or\|not\|in\|is\|if\|else\|import\|as\|with\|without\|context\|recursive\)\>"
syn match jinjaOperator contained "[=!<>]=\|[-+*/%~=<>]"
syn match jinjaFilter contained "\%(|\s*\)\@<=\h[[:alnum:]_.]*"
syn match jinjaStatement contained "\%({%[-+]\?\s*\)\@<=\h\w*"
syn match jinjaEscape contained "\\."
syn region jinjaString contained start="'" skip="\\." end="'" contains=jinjaEscape
syn region jinjaString contained start=+"+ skip=+\\.+ end=+"+ contains=jinjaEscape

syn region jinjaTag matchgroup=jinjaDelimiter start="{%[-+]\?" end="[-+]\?%}" contains=@jinjaExpression
syn region jinjaValue matchgroup=jinjaDelimiter start="{{[-+]\?" end="[-+]\?}}" contains=@jinjaExpression
syn region jinjaRaw matchgroup=jinjaDelimiter start="{%[-+]\?\s*raw\s*[-+]\?%}" end="{%[-+]\?\s*endraw\s*[-+]\?%}"
syn region jinjaComment start="{#" end="#}" contains=@Spell

" A tag or a comment may have many lines.
syn sync minlines=200

hi def link jinjaDelimiter PreProc
hi def link jinjaStatement Statement
hi def link jinjaOperator Operator
hi def link jinjaVariable Identifier
hi def link jinjaSpecial Special
hi def link jinjaConstant Constant
hi def link jinjaNumber Number
hi def link jinjaFilter Function
hi def link jinjaString String
hi def link jinjaEscape SpecialChar
hi def link jinjaComment Comment

let b:current_syntax = 'jinja'
