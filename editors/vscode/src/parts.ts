// The parts of a rendered text, and which of them an expression of the template has made.

/** What stands for a value that is not known. */
export const HOLE = '«?»';

export interface Place {
    line: number;
    character: number;
}

/** Where a part comes from. */
export interface Source {
    range: { start: Place; end: Place };
    /** Whether the part stands in the template as it is. */
    literal: boolean;
}

export interface Rendering {
    entry: string;
    systems: string[];
    parts: (string | null)[];
    /** One for each part; ERB has none. */
    sources?: Source[];
    /** Why there is no text. */
    message?: string;
}

/** A stretch of the text, in UTF-16 units. */
export interface Stretch {
    from: number;
    to: number;
}

/** What is shown of a rendering. */
export function textOf(rendering: Rendering): string {
    return rendering.message === undefined ? rendering.parts.map((it) => it ?? HOLE).join('') : `${rendering.message}\n`;
}

/** The name by which a rendering is picked: its minion, or the state that renders it. */
export function nameOf(rendering: Rendering): string {
    const systems = rendering.systems.join(', ');
    if (rendering.sources === undefined || systems === '') { return rendering.entry; }
    return rendering.entry.startsWith('sls ') ? systems : `${rendering.entry} (${systems})`;
}

function isBefore(a: Place, b: Place): boolean {
    return a.line < b.line || (a.line === b.line && a.character < b.character);
}

/** What the expression around a place has made, once for each turn of a loop; of a text without expressions, the same place in it. */
export function madeAt(rendering: Rendering, at: Place): Stretch[] {
    const sources = rendering.sources ?? [];
    const found: { stretch: Stretch; source: Source; text: string }[] = [];
    let from = 0;
    rendering.parts.forEach((part, number) => {
        const text = part ?? HOLE;
        const source = sources[number];
        const stretch = { from, to: from + text.length };
        from = stretch.to;
        if (source !== undefined && !isBefore(at, source.range.start) && isBefore(at, source.range.end)) {
            found.push({ stretch, source, text });
        }
    });
    const made = found.filter((it) => !it.source.literal);
    if (made.length > 0) { return made.map((it) => it.stretch); }
    return found.map(({ stretch, source, text }) => {
        const place = stretch.from + offsetIn(text, source.range.start, at);
        return { from: place, to: place };
    });
}

/** How far into a text a place is, if the text begins at another one. */
function offsetIn(text: string, start: Place, at: Place): number {
    let offset = 0;
    for (let line = start.line; line < at.line; line++) {
        const end = text.indexOf('\n', offset);
        if (end < 0) { return text.length; }
        offset = end + 1;
    }
    const character = at.line === start.line ? at.character - start.character : at.character;
    return Math.min(offset + character, text.length);
}
