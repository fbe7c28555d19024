// How bad a line of the server's log is.

const LEVELS = { ERROR: 'error', WARN: 'warn', INFO: 'info', DEBUG: 'info', TRACE: 'info' } as const;

/** What begins as no line of the log does is what a program says that fails. */
export function levelOf(line: string): 'error' | 'warn' | 'info' {
    const level = /^\d{4}-\S+ +(ERROR|WARN|INFO|DEBUG|TRACE)\b/.exec(line)?.[1];
    return level === undefined ? 'error' : LEVELS[level as keyof typeof LEVELS];
}
