# SYNTAX TEST "source.puppet" "classes, defines, functions, types, nodes"

 class web::server inherits web::params {
#^^^^^ storage.type.class.puppet
#      ^^^^^^^^^^^ entity.name.type.class.puppet
#                  ^^^^^^^^ storage.modifier.inherits.puppet
#                           ^^^^^^^^^^^ entity.other.inherited-class.puppet
   $class = 1
#  ^^^^^^ variable.other.puppet
 }
 define web::site ($docroot, Integer $port = 80) {}
#^^^^^^ storage.type.define.puppet
#       ^^^^^^^^^ entity.name.type.define.puppet
#                            ^^^^^^^ support.type.puppet
#                                    ^^^^^ variable.other.puppet
#                                            ^^ constant.numeric.integer.puppet
 function web::url(String $host) >> Optional[String] { $host }
#^^^^^^^^ storage.type.function.puppet
#         ^^^^^^^^ entity.name.function.puppet
#                                ^^ keyword.operator.return-type.puppet
#                                   ^^^^^^^^ support.type.puppet
#                                                    ^ punctuation.section.braces.begin.puppet
 function web::plain() >> String { 'x' }
#                         ^^^^^^ support.type.puppet
#                                ^ - meta.resource.puppet
#                                ^ punctuation.section.braces.begin.puppet
 plan web::deploy(TargetSpec $targets) {}
#^^^^ storage.type.function.puppet
#                 ^^^^^^^^^^ entity.name.type.puppet
 type Web::Port = Integer[1, 65535]
#^^^^ storage.type.alias.puppet
#     ^^^^^^^^^ entity.name.type.alias.puppet
#               ^ keyword.operator.assignment.puppet
#                            ^^^^^ constant.numeric.integer.puppet
 node 'a.example', /^web\d+/, default { }
#^^^^ storage.type.node.puppet
#      ^^^^^^^^^ string.quoted.single.puppet
#                    ^^^ string.regexp.puppet
#                       ^^ constant.character.escape.regexp.puppet
#                             ^^^^^^^ constant.language.default.puppet
