# SYNTAX TEST "source.puppet" "heredocs"

 $a = @(END)
#     ^^ punctuation.definition.heredoc.begin.puppet
#       ^^^ keyword.other.heredoc.begin.puppet
   raw ${x} 'open
#  ^^^^^^^^^^^^^^ string.unquoted.heredoc.puppet
#      ^^^^ - variable.other.puppet
   | END
#  ^ keyword.operator.heredoc.margin.puppet
#    ^^^ keyword.other.heredoc.end.puppet
 f(@("END"/tn), 2, $x)
#     ^^^ keyword.other.heredoc.begin.puppet
#         ^^^ storage.modifier.heredoc.flags.puppet
#               ^ constant.numeric.integer.puppet
#                  ^^ variable.other.puppet
   a\tb ${c} "open
#  ^ string.unquoted.heredoc.puppet
#   ^^ constant.character.escape.puppet
#         ^ variable.other.puppet
#            ^^^^^ string.unquoted.heredoc.puppet
   |- END
#  ^ keyword.operator.heredoc.margin.puppet
#   ^ keyword.operator.heredoc.trim.puppet
#     ^^^ keyword.other.heredoc.end.puppet
 $b = @(X:pp)
#        ^^^ storage.modifier.heredoc.syntax.puppet
   file { 'k': }
#  ^^^^ meta.embedded.block.puppet entity.name.type.resource.puppet
   | X
#    ^ keyword.other.heredoc.end.puppet
 f(@(A), @("B"))
#    ^ keyword.other.heredoc.begin.puppet
#           ^ keyword.other.heredoc.begin.puppet
   one ${x}
#  ^^^^^^^^ string.unquoted.heredoc.puppet
   | A
#    ^ keyword.other.heredoc.end.puppet
   two ${x}
#  ^^^ string.unquoted.heredoc.puppet
#        ^ variable.other.puppet
   | B
#    ^ keyword.other.heredoc.end.puppet
 file { 'x': content => @("E"),
#            ^^^^^^^ entity.other.attribute-name.puppet
   ${ unfinished
#  ^^ punctuation.definition.template-expression.begin.puppet
   | E
#    ^ keyword.other.heredoc.end.puppet
   ensure => file,
#  ^^^^^^ entity.other.attribute-name.puppet
#  ^^^^^^ - string.unquoted.heredoc.puppet
 }
#^ punctuation.section.resource.end.puppet
