// How bad a line of the server's log is.

const LEVELS = { ERROR: 'error', WARN: 'warn', INFO: 'info', DEBUG: 'info', TRACE: 'info' } as const;

/** A line without the beginning of a log line is output of a failing program. */
export function levelOf(line: string): 'error' | 'warn' | 'info' {
    const level = /^\d{4}-\S+ +(ERROR|WARN|INFO|DEBUG|TRACE)\b/.exec(line)?.[1];
    return level === undefined ? 'error' : LEVELS[level as keyof typeof LEVELS];
}
