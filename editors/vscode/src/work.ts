// Work of the server, as reported by `$/progress`: reading the workspace, checking all of its files.

/** The value of a `$/progress` of work, as the protocol has it. */
export interface Progress {
    readonly kind: 'begin' | 'report' | 'end';
    readonly title?: string;
    readonly message?: string;
}

/** Repeated work, as after each key, is shown only when it takes longer than these milliseconds. */
export const LONG = 500;

interface Part {
    readonly title: string;
    message: string | undefined;
    /** From when on it is shown. */
    readonly from: number;
}

export class Work {
    private readonly parts = new Map<string | number, Part>();
    private readonly known = new Set<string>();

    constructor(private readonly now: () => number = Date.now) {}

    tell(token: string | number, { kind, title = '', message }: Progress): void {
        const part = this.parts.get(token);
        if (kind === 'end') {
            this.parts.delete(token);
        } else if (kind === 'begin') {
            // The user who has just opened the editor waits for the first report.
            this.parts.set(token, { title, message, from: this.now() + (this.known.has(title) ? LONG : 0) });
            this.known.add(title);
        } else if (part !== undefined) {
            part.message = message ?? part.message;
        }
    }

    /** The server has ended, and what it was at with it. */
    forget(): void {
        this.parts.clear();
        this.known.clear();
    }

    /** The last that was begun, of what is shown by now. */
    get text(): string | undefined {
        const shown = [...this.parts.values()].filter(({ from }) => from <= this.now()).at(-1);
        return shown === undefined ? undefined : [shown.title, shown.message].filter((it) => it !== undefined && it !== '').join(': ');
    }

    /** The milliseconds until more is shown without a report, if there is anything to wait for. */
    get wait(): number | undefined {
        const later = [...this.parts.values()].map(({ from }) => from - this.now()).filter((it) => it > 0);
        return later.length === 0 ? undefined : Math.min(...later);
    }
}
