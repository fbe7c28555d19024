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

  at = groups('jinja', {
    "{% set a = salt['pillar.get']('x', 2) | default(True) -%}",
    '{# in a',
    '   comment #} text if {{ "a\\n" }}',
    '{% raw %} {{ b }} {% endraw %} text',
    '{% for b in c if not d %}',
  })
  is('jinjaDelimiter', at(1, '{%'), 'tag')
  is('jinjaStatement', at(1, 'set'), 'statement')
  is('jinjaVariable', at(1, 'a ='), 'variable of Jinja')
  is('jinjaSpecial', at(1, 'salt'), 'variable of Salt')
  is('jinjaString', at(1, 'pillar.get'), 'string in a tag')
  is('jinjaNumber', at(1, '2'), 'number in a tag')
  is('jinjaFilter', at(1, 'default'), 'filter')
  is('jinjaConstant', at(1, 'True'), 'constant')
  is('jinjaDelimiter', at(1, '-%}'), 'end of a tag')
  is('jinjaComment', at(3, 'comment'), 'comment of two lines')
  is('', at(3, 'text'), 'text of a template')
  is('', at(3, 'if'), 'text that looks like Jinja')
  is('jinjaEscape', at(3, '\\n'), 'escape in a tag')
  is('jinjaRaw', at(4, 'b'), 'raw text')
  is('', at(4, 'text'), 'and what follows it')
  is('jinjaStatement', at(5, 'for'), 'for')
  is('jinjaOperator', at(5, 'in'), 'in')
  is('jinjaOperator', at(5, 'if'), 'if in a loop')

  at = groups('sls', {
    'include: # why',
    '  - .sites',
    '{{ web.conf }}:',
    '  file.managed:',
    '    - source: salt://web/a.conf',
    '    - mode: 644',
    '    - require_in:',
    "      - pkg: 'a {{ b }}'",
    'check configuration:',
    '  cmd.run: []',
    '    - enable: True',
    '    - name: a#b - c',
    '  pkg.installed',
  })
  is('slsStatement', at(1, 'include'), 'include of states')
  is('slsComment', at(1, 'why'), 'comment of states')
  is('slsItem', at(2, '-'), 'item')
  is('jinjaDelimiter', at(3, '{{'), 'tag in an ID')
  is('jinjaVariable', at(3, 'web'), 'variable in an ID')
  is('slsFunction', at(4, 'file.managed'), 'function')
  is('slsKey', at(5, 'source'), 'argument')
  is('slsUrl', at(5, 'salt:'), 'path of the server')
  is('slsNumber', at(6, '644'), 'number')
  is('slsRequisite', at(7, 'require_in'), 'requisite')
  is('slsKey', at(8, 'pkg'), 'key of a requisite')
  is('slsString', at(8, 'a {'), 'string')
  is('jinjaVariable', at(8, 'b }'), 'variable in a string')
  is('slsId', at(9, 'check configuration'), 'ID of two words')
  is('slsFunction', at(10, 'cmd.run'), 'function with arguments on its line')
  is('slsBoolean', at(11, 'True'), 'boolean')
  is('', at(12, '#b'), 'a sharp within a word')
  is('slsFunction', at(13, 'pkg.installed'), 'function without a colon')
end
