# SYNTAX TEST "source.puppet" "resources, titles, attributes, collectors, arrows"

 file { '/etc/motd':
#^^^^ entity.name.type.resource.puppet
#     ^ punctuation.section.resource.begin.puppet
#        ^^^^^^^^^ meta.resource.title.puppet string.quoted.single.puppet
#                  ^ punctuation.separator.title.puppet
   ensure => present,
#  ^^^^^^ entity.other.attribute-name.puppet
#         ^^ keyword.operator.arrow.puppet
#            ^^^^^^^ string.unquoted.puppet
#            ^^^^^^^ - meta.resource.title.puppet
   require => Class['a::b'], # why
#  ^^^^^^^ entity.other.attribute-name.puppet
#             ^^^^^ support.type.puppet
#                            ^^^^^ comment.line.number-sign.puppet
   *       => $more;
#  ^ keyword.operator.splat.puppet
#                  ^ punctuation.separator.resource-body.puppet
   [ 'a', "b${c}" ]: mode +> '0644'
#    ^^^ meta.resource.title.puppet
#             ^ meta.resource.title.puppet meta.interpolation.puppet
#                    ^^^^ entity.other.attribute-name.puppet
#                         ^^ keyword.operator.arrow.puppet
 }
#^ punctuation.section.resource.end.puppet
 @user { 'u': } @@web::vhost { default: ; 'v': }
#^ keyword.operator.virtual.puppet
# ^^^^ entity.name.type.resource.puppet
#               ^^ keyword.operator.virtual.puppet
#                 ^^^^^^^^^^ entity.name.type.resource.puppet
#                              ^^^^^^^ constant.language.default.puppet
 class { 'web': port => 1 }
#^^^^^ storage.type.class.puppet
#               ^^^^ entity.other.attribute-name.puppet
 Exec { path => '/bin' }
#^^^^ meta.resource.defaults.puppet entity.name.type.resource.puppet
#       ^^^^ entity.other.attribute-name.puppet
 File['/a'] { mode => '1' }
#^^^^ entity.name.type.puppet
#             ^^^^ entity.other.attribute-name.puppet
 Package['a'] -> File['b'] ~> Service['c'] <- Exec['d'] <~ Exec['e']
#             ^^ keyword.operator.relationship.puppet
#                          ^^ keyword.operator.relationship.puppet
#                                          ^^ keyword.operator.relationship.puppet
#                                                       ^^ keyword.operator.relationship.puppet
 User <| tag == 'x' and title != 'y' |> { shell => 'z' }
#     ^^ keyword.operator.collector.begin.puppet
#        ^^^ meta.collector.puppet entity.other.attribute-name.puppet
#                   ^^^ keyword.operator.logical.puppet
#                                    ^^ keyword.operator.collector.end.puppet
#                                         ^^^^^ entity.other.attribute-name.puppet
 User <<| |>>
#     ^^^ keyword.operator.collector.begin.puppet
#         ^^^ keyword.operator.collector.end.puppet
 include web::install, ::apt
#^^^^^^^ keyword.control.import.puppet
#        ^^^^^^^^^^^^ entity.name.type.class.puppet
#                      ^^^^^ entity.name.type.class.puppet
 file { 'x' ensure => file }
#        ^ meta.resource.title.puppet
#           ^^^^^^ entity.other.attribute-name.puppet
 $after = 1
#^^^^^^ source.puppet variable.other.puppet
#^^^^^^ - meta.resource.puppet
