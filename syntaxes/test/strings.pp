# SYNTAX TEST "source.puppet" "strings, escapes, interpolation"

 $a = 'it\'s $not ${x} \n'
#        ^^ constant.character.escape.puppet
#            ^^^^^^^^^^^^ string.quoted.single.puppet
#            ^^^^ - variable.other.puppet
 $a = "t\t \u{1F600} \u00e4 \$ \q"
#       ^^ constant.character.escape.puppet
#          ^^^^^^^^^ constant.character.escape.puppet
#                    ^^^^^^ constant.character.escape.puppet
#                           ^^ constant.character.escape.puppet
#                              ^^ invalid.deprecated.escape.puppet
 $a = "$x $::a::b ${c} ${d[1]} ${e.f}"
#      ^^ string.quoted.double.puppet variable.other.puppet
#         ^^^^^^^ variable.other.puppet
#                   ^ variable.other.puppet
#                        ^ variable.other.puppet
#                                ^ variable.other.puppet
#                                  ^ entity.name.function.call.puppet
 $a = "${$l.map |$i| { "<${i}>" }.join(",")} after"
#           ^^^ entity.name.function.call.puppet
#                ^^ variable.parameter.puppet
#                       ^ string.quoted.double.puppet
#                                 ^^^^ entity.name.function.call.puppet
#                                           ^^^^^^ string.quoted.double.puppet
 $a = "${f(1)} ${x + 1}"
#        ^ entity.name.function.call.puppet
#          ^ constant.numeric.integer.puppet
#                ^ string.unquoted.puppet
 $a = "over
   lines" + 1
#  ^^^^^ string.quoted.double.puppet
#         ^ keyword.operator.arithmetic.puppet
