// The colours of the editor's theme, whichever it is.

export type Colors = Record<'back' | 'text' | 'line' | 'faint' | 'box' | 'container' | 'define' | 'bad' | 'added' | 'changed' | 'selected' | 'current' | 'found' | 'badge' | 'badgeText', string>;

/** For each colour what the editor may call it: the first that the theme has counts. The style sheet has the last ones. */
const NAMES: Record<keyof Colors, string[]> = {
    back: ['--vscode-editor-background'],
    text: ['--vscode-editor-foreground'],
    line: ['--vscode-contrastBorder', '--vscode-descriptionForeground'],
    faint: ['--vscode-contrastBorder', '--vscode-disabledForeground'],
    box: ['--bunraku-box'],
    container: ['--bunraku-container'],
    define: ['--bunraku-define'],
    bad: ['--vscode-editorError-foreground', '--vscode-errorForeground'],
    added: ['--vscode-gitDecoration-addedResourceForeground', '--vscode-charts-green'],
    changed: ['--vscode-gitDecoration-modifiedResourceForeground', '--vscode-charts-yellow'],
    selected: ['--vscode-contrastActiveBorder', '--vscode-focusBorder'],
    current: ['--vscode-charts-orange', '--vscode-editorWarning-foreground'],
    found: ['--bunraku-found'],
    badge: ['--vscode-badge-background'],
    badgeText: ['--vscode-badge-foreground'],
};

export function colors(): Colors {
    const style = getComputedStyle(document.body);
    const of = (names: string[]) => names.map((name) => style.getPropertyValue(name).trim()).find((it) => it !== '') ?? style.color;
    return Object.fromEntries(Object.entries(NAMES).map(([name, names]) => [name, of(names)])) as Colors;
}
