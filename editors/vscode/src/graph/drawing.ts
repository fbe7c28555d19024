// From the answer of the server to what is drawn: names become numbers, and what only the extension needs stays here.

import type { Box, Change, Course, Drawing, Line, Shape } from './messages';

export interface Range {
    start: { line: number; character: number };
    end: { line: number; character: number };
}

interface Place {
    file?: string;
    line?: number;
    uri?: string;
    range?: Range;
}

/** The answer to `bunraku/graph`: see docs/lsp.md. */
export interface Answer {
    entry: string;
    systems: string[];
    guessed: boolean;
    /** Something is wrong: there may be more. */
    partial?: boolean;
    /** Because of syntax errors. */
    unread?: boolean;
    text?: string;
    /** The systems or the revision that it is compared with. */
    compared?: string[];
    /** Why it is not. */
    uncompared?: string;
    types: Record<string, number>;
    /** What may be hidden of edges, if not the usual kinds. */
    kinds?: string[];
    places: { uri?: string; lines: [number, number][] }[];
    graph: {
        width: number;
        height: number;
        nodes: (Place & Shape & { label?: string; order?: number; resources?: string[] })[];
        containment: (Course & { container: string; content: string })[];
        edges: (Place & Course & { from: string; to: string; kind: 'before' | 'notify'; automatic?: boolean; cycle?: boolean })[];
        cycles?: string[][];
    };
}

/** A place that an editor can go to. */
export interface Spot {
    uri: string;
    range: Range;
}

/** The drawn graph, and the place of each part in the code. */
export interface Picture {
    drawing: Drawing;
    boxes: (Spot | undefined)[];
    lines: (Spot | undefined)[];
}

export function picture(answer: Answer): Picture {
    const { graph } = answer;
    const numbers = new Map(graph.nodes.map((node, number) => [node.id, number]));
    const boxes: Box[] = graph.nodes.map((node) => ({
        id: node.id,
        label: node.label ?? node.id,
        kind: node.kind,
        x: node.x,
        y: node.y,
        width: node.width,
        height: node.height,
        order: node.order === undefined ? undefined : node.order + 1,
        count: node.resources?.length ?? 1,
        change: node.change,
        place: short(node),
    }));
    const lines: Line[] = [];
    const spots: (Spot | undefined)[] = [];
    const add = (from: string, to: string, line: Omit<Line, 'from' | 'to'>, spot: Spot | undefined) => {
        const [first, second] = [numbers.get(from), numbers.get(to)];
        if (first !== undefined && second !== undefined) {
            lines.push({ from: first, to: second, ...line });
            spots.push(spot);
        }
    };
    for (const { container, content, points, change } of graph.containment) {
        add(container, content, { kind: 'contains', automatic: false, cycle: false, points, change }, undefined);
    }
    for (const edge of graph.edges) {
        const { kind, source, by, points, change } = edge;
        add(edge.from, edge.to, { kind, source, by, automatic: edge.automatic ?? false, cycle: edge.cycle ?? false, points, change, place: short(edge) }, spot(edge));
    }
    return {
        drawing: { width: graph.width, height: graph.height, boxes, lines, cycles: graph.cycles ?? [] },
        boxes: graph.nodes.map(spot),
        lines: spots,
    };
}

function spot({ uri, range }: Place): Spot | undefined {
    return uri === undefined || range === undefined ? undefined : { uri, range };
}

/** The last name of a path is enough for people. */
function short({ file, line }: Place): string | undefined {
    return file === undefined || line === undefined ? undefined : `${file.slice(file.lastIndexOf('/') + 1)}:${line}`;
}

/** Where the boxes stand, for the next picture: what is still there stays. */
export function stood(answer: Answer): Record<string, [number, number]> {
    return Object.fromEntries(answer.graph.nodes.map((node) => [node.id, [node.x, node.y]]));
}

/** The box of what is declared at a line (from 1) of a file, or begins nearest above it. None where the file has none. */
export function at(answer: Answer, uri: string, line: number): number | undefined {
    const lines = answer.places.find((it) => it.uri === uri)?.lines;
    let found: number | undefined;
    for (const [start, box] of lines ?? []) {
        if (start > line) {
            break;
        }
        found = box;
    }
    return found;
}

/** The shown entry, its systems, and its differences from the compared one. */
export function title({ entry, systems, partial, compared, uncompared, graph }: Answer): string {
    const named = systems.length > 3 ? `${systems.slice(0, 2).join(', ')} and ${systems.length - 2} more` : systems.join(', ');
    const part = partial === true ? ', incomplete because of errors' : '';
    const what = `${named === '' ? entry : `${entry} on ${named}`}${part}`;
    if (uncompared !== undefined) {
        return `${what}, not compared: ${uncompared}`;
    }
    if (compared === undefined || compared.length === 0) {
        return compared === undefined ? what : `${what}, not compared: the other side has no graph`;
    }
    const count = (change: Change) => graph.nodes.filter((it) => it.change === change).length;
    const all = [...graph.edges, ...graph.containment].filter((it) => it.change !== undefined).length;
    const parts = [`${count('added')} new`, `${count('removed')} removed`, `${count('changed')} changed`, `${all} relationships`];
    return `${what}, against ${compared.join(', ')}: ${parts.join(', ')}`;
}

/** Does the picture have anything of this file? */
export function has(answer: Answer, uri: string): boolean {
    return answer.places.some((it) => it.uri === uri);
}
