-- The colours without a server: which group stands at a place of a line.
return function(ok)
  local function groups(filetype, lines)
    vim.cmd('enew!')
    vim.bo.buftype = 'nofile'
    vim.api.nvim_buf_set_lines(0, 0, -1, false, lines)
    vim.bo.filetype = filetype
    vim.cmd('syntax sync fromstart')
    return function(line, text)
      local column = lines[line]:find(text, 1, true)
      return vim.fn.synIDattr(vim.fn.synID(line, column, 1), 'name')
    end
  end
  local function is(group, found, what)
    ok(found == group, ('%s: %s'):format(what, found))
  end
  vim.cmd('syntax enable')

  local at = groups('puppet', {
    "class web::server inherits web { # why",
    "  $x = \"a ${facts['os']} \\n\" / 2 =~ /re/",
    "  file { '/a': ensure => file, require => Class['b'] }",
    '  include web::install',
    '  $text = @("END"/n)',
    "    it's ${x} \\n",
    '    | END',
    '  notice($x)',
    '}',
  })
  is('puppetStructure', at(1, 'class'), 'class')
  is('puppetName', at(1, 'web::server'), 'its name')
  is('puppetComment', at(1, '# why'), 'comment')
  is('puppetString', at(2, 'a $'), 'string')
  is('puppetVariable', at(2, '$x'), 'variable')
  is('puppetString', at(2, 'os'), 'string in an interpolation')
  is('puppetEscape', at(2, '\\n'), 'escape')
  is('puppetNumber', at(2, '2'), 'a divisor is no regular expression')
  is('puppetRegex', at(2, '/re'), 'regular expression')
  is('puppetResource', at(3, 'file'), 'resource')
  is('puppetAttribute', at(3, 'require'), 'attribute')
  is('puppetType', at(3, 'Class'), 'type')
  is('puppetStatement', at(4, 'include'), 'include')
  is('puppetHeredoc', at(6, "it's"), 'heredoc')
  is('puppetEscape', at(6, '\\n'), 'escape in a heredoc')
  is('puppetDelimiter', at(7, 'END'), 'its end')
  is('puppetVariable', at(8, '$x'), 'and what follows')

  at = groups('epuppet', { 'text if <%= $x %> text', '<%# no %> <% if $x { -%>', 'a <%% b' })
  is('', at(1, 'text'), 'text')
  is('', at(1, 'if'), 'text that looks like Puppet')
  is('eppTag', at(1, '<%='), 'tag')
  is('puppetVariable', at(1, '$x'), 'variable in a tag')
  is('eppComment', at(2, '<%#'), 'comment of a template')
  is('puppetConditional', at(2, 'if'), 'if in a tag')
  is('eppEscape', at(3, '<%%'), 'escaped tag')
end
