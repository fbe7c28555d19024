// Other extensions for Puppet.

/** Extensions with a language server for Puppet. */
const OTHERS = ['puppet.puppet-vscode', 'jpogran.puppet-vscode', 'lingua-pupuli.puppet-vscode'];

/** Those of the installed extensions, by their ids, that do the same. */
export function others(installed: readonly string[]): string[] {
    const known = new Set(OTHERS);
    return installed.filter((id) => known.has(id.toLowerCase()));
}
