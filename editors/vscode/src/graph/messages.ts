// Messages between the extension and the page that draws.

/** Parameters of `bunraku/graph`, besides the document. */
export interface View {
    collapse: '' | 'class' | 'module';
    /** Classes and modules that are the other way round. */
    toggled: string[];
    /** Types of resources and kinds of edges that are not shown. */
    hidden: string[];
    text: string;
    focus?: string;
    hops: number;
    cycles: boolean;
    entry?: string;
    system?: string;
    /** Another system: what differs on it is marked. */
    compare?: string;
    /** The same of a revision of the repository. */
    against?: string;
}

export type Change = 'added' | 'removed' | 'changed';

/** A node, as the server sends it and the page needs it. */
export interface Shape {
    id: string;
    kind: string;
    x: number;
    y: number;
    width: number;
    height: number;
    change?: Change;
}

export interface Box extends Shape {
    label: string;
    /** From 1. */
    order?: number;
    /** How many resources it stands for. */
    count: number;
    /** `site.pp:3` */
    place?: string;
}

/** An edge, as the server sends it and the page needs it. */
export interface Course {
    source?: string;
    by?: string;
    change?: Change;
    points: number[];
}

export interface Line extends Course {
    /** Numbers of boxes. */
    from: number;
    to: number;
    kind: 'contains' | 'before' | 'notify';
    automatic: boolean;
    cycle: boolean;
    place?: string;
}

export interface Drawing {
    width: number;
    height: number;
    boxes: Box[];
    lines: Line[];
    /** The names of what comes before itself. */
    cycles: string[][];
}

/** Choices in the toolbar. */
export interface Choices {
    /** `class ntp`, and the systems on which it was evaluated. */
    entries: { name: string; systems: string[] }[];
    /** How many resources of each type there are. */
    types: Record<string, number>;
    /** The words of edges by which they are hidden, if the language has some. */
    kinds?: string[];
    /** Whether revisions may be asked for: only in folders that are trusted. */
    revisions: boolean;
}

export type ToPage =
    | { type: 'graph'; document: string; drawing: Drawing; choices: Choices; view: View; title: string; guessed: boolean; keep: boolean; current?: number }
    /** There is nothing to show, or what is shown is from before. */
    | { type: 'notice'; text: string }
    | { type: 'current'; box: number | undefined }
    | { type: 'text'; box: number; markdown: string }
    | { type: 'picture' }
    /** For tests: what is shown, after keys are pressed. */
    | { type: 'probe'; number: number; keys: string[]; frames: number };

export type FromPage =
    | { type: 'ready' }
    /** What the user asks for of the picture of a file, `document`. */
    | { type: 'view'; document: string; view: View; keep: boolean }
    | { type: 'follow'; on: boolean }
    /** The user wants to name a revision. */
    | { type: 'revision' }
    | { type: 'open'; box?: number; line?: number }
    | { type: 'about'; box: number }
    | { type: 'export'; format: string }
    | { type: 'picture'; data: string }
    | { type: 'probed'; number: number; probe: Probe };

/** State of the page for tests. */
export interface Probe {
    boxes: string[];
    lines: number;
    selected: string | undefined;
    current: string | undefined;
    hover: string;
    spoken: string;
    title: string;
    compares: string[];
    listed: string[];
    cycles: string[];
    scale: number;
    colors: Record<string, string>;
    /** Milliseconds that drawing one frame took. */
    frames: number[];
    /** Where a box is in the page. */
    at: Record<string, [number, number]>;
}
