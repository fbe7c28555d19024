// Restarts of a server that stops by itself: each after a longer wait, and a limited number.

/** The waits before the restarts, in milliseconds. After the last one the user is asked. */
export const WAITS: readonly number[] = [200, 1_000, 3_000, 10_000];

/** A server that ran as long as this is sound: what was before is forgotten. */
export const SOUND_AFTER = 3 * 60_000;

export class Backoff {
    private crashes = 0;
    private lastStart: number;

    constructor(private readonly now: () => number = Date.now) {
        this.lastStart = this.now();
    }

    /** The milliseconds to wait before the next start, or that it is enough. */
    crashed(): { wait: number } | 'give up' {
        if (this.now() - this.lastStart >= SOUND_AFTER) {
            this.crashes = 0;
        }
        const wait = WAITS[this.crashes];
        this.crashes += 1;
        if (wait === undefined) {
            return 'give up';
        }
        this.lastStart = this.now() + wait;
        return { wait };
    }

    /** How often it stopped in a row. */
    get count(): number {
        return this.crashes;
    }

    /** The user started it. */
    reset(): void {
        this.crashes = 0;
        this.lastStart = this.now();
    }
}
