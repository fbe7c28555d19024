# SYNTAX TEST "source.puppet" "operators, numbers, control flow, lambdas"

 $a = 1 / 2 / $b
#       ^ keyword.operator.arithmetic.puppet
#           ^^^^ - string.regexp.puppet
 $a =~ /b\/c[[:alpha:]]+(?<n>d)$/
#   ^^ keyword.operator.match.puppet
#       ^ string.regexp.puppet
#        ^^ constant.character.escape.regexp.puppet
#            ^^^^^^^^^ constant.other.character-class.regexp.puppet
#                      ^ keyword.operator.quantifier.regexp.puppet
#                       ^^^^^ keyword.operator.group.regexp.puppet
#                              ^ keyword.control.anchor.regexp.puppet
 $x[1] / $y['a'] / f(2) / 3
#      ^^^^ - string.regexp.puppet
#                ^^^ - string.regexp.puppet
#                       ^^^ - string.regexp.puppet
 if $x in /re/ { }
#^^ keyword.control.conditional.puppet
#      ^^ keyword.operator.in.puppet
#          ^^ string.regexp.puppet
 $n = [0x1F, 0755, 1.5e-3, 42, 089]
#      ^^^^ constant.numeric.hex.puppet
#            ^^^^ constant.numeric.octal.puppet
#                  ^^^^^^ constant.numeric.float.puppet
#                          ^^ constant.numeric.integer.puppet
#                              ^^^ invalid.illegal.numeric.puppet
 if !$a and $b or $c == 1 { } elsif $d != 2 { } else { }
#   ^ keyword.operator.logical.puppet
#       ^^^ keyword.operator.logical.puppet
#                    ^^ keyword.operator.comparison.puppet
#                             ^^^^^ keyword.control.conditional.puppet
#                                      ^^ keyword.operator.comparison.puppet
#                                               ^^^^ keyword.control.conditional.puppet
 unless true { fail('no') }
#^^^^^^ keyword.control.conditional.puppet
#       ^^^^ constant.language.boolean.puppet
#              ^^^^ keyword.control.flow.puppet
 case $x { 'a', b: { } default: { } }
#^^^^ keyword.control.conditional.puppet
#               ^ string.unquoted.puppet
#                      ^^^^^^^ constant.language.default.puppet
 $s = $x ? { undef => 1, default => 2 }
#        ^ keyword.operator.selector.puppet
#            ^^^^^ constant.language.undef.puppet
#                        ^^^^^^^ constant.language.default.puppet
 $l.each |Integer $i, $v = {a => 1}| { notice($i) }
#  ^ punctuation.accessor.puppet
#   ^^^^ entity.name.function.call.puppet
#        ^ punctuation.definition.parameters.begin.puppet
#                 ^^ variable.parameter.puppet
#                     ^^ variable.parameter.puppet
#                                      ^^^^^^ support.function.puppet
 stdlib::ensure($x, { 'k' => v })
#^^^^^^^^^^^^^^ entity.name.function.call.puppet
#                      ^ string.quoted.single.puppet
 f(*$args, -1, $a - 1, 2 * 3, 7 % 2, 1 << 2)
#  ^ keyword.operator.splat.puppet
#          ^ keyword.operator.arithmetic.puppet
#                                      ^^ keyword.operator.shift.puppet
 $t = Variant[Stdlib::Port, Enum['a'], Undef]
#     ^^^^^^^ support.type.puppet
#             ^^^^^^^^^^^^ entity.name.type.puppet
#                                      ^^^^^ support.type.puppet
 $x += 1
#   ^^ invalid.deprecated.assignment.puppet
 $facts['os'] == $::web::x
#^^^^^^ variable.language.puppet
#                ^^^^^^^^^ variable.other.puppet
 $0 + $12
#^^ variable.language.capture.puppet
#     ^^^ variable.language.capture.puppet
 /* if */ # class x
#^^^^^^^^ comment.block.puppet
#         ^^^^^^^^^ comment.line.number-sign.puppet
 # @param ports The ports
#  ^^^^^^ keyword.other.documentation.puppet
#         ^^^^^ variable.parameter.documentation.puppet
 # lint:ignore:140chars
#  ^^^^^^^^^^^^^^^^^^^^ keyword.other.lint.puppet
