// A site of many resources in classes, each behind another one: what the graph is measured with.

/** The text of a manifest with so many of them; hundreds are whole classes. */
export function many(count) {
    const each = (i) => `  file { '/etc/many/${i}':\n    ensure  => file,\n    require => ${i === 0 ? 'undef' : `File['/etc/many/${Math.floor((i - 1) / 3)}']`},\n  }\n`;
    const classes = Array.from({ length: count / 100 }, (_, c) => `class many::c${c} {\n${Array.from({ length: 100 }, (_, i) => each(c * 100 + i)).join('')}}\n`);
    return `${classes.join('')}node default {\n${classes.map((_, c) => `  include many::c${c}\n`).join('')}}\n`;
}
