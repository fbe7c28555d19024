// The page that draws the graph. All that it knows comes in messages; all that it wants goes out in messages.

import type { Drawing, FromPage, Probe, ToPage, View } from '../src/graph/messages';
import { colors } from './colors';
import { Controls, element, press } from './controls';
import { boxText, fillCycles, fillList, listed, markList } from './list';
import { markdown } from './markdown';
import { boxAt, lineAt, neighbour, type Direction } from './neighbours';
import { Scene, type Marks } from './scene';
import { Transform } from './transform';

declare function acquireVsCodeApi(): { postMessage(message: FromPage): void };

/** The mouse rests so long before a text is asked for. */
const REST = 300;
/** A new picture is not shown smaller than this. */
const LEGIBLE = 0.6;
/** No side of an exported picture has more pixels. */
const LARGEST_SIDE = 8192;

const editor = acquireVsCodeApi();
const post = (message: FromPage) => editor.postMessage(message);
const canvas = element<HTMLCanvasElement>('canvas');
const search = element<HTMLInputElement>('search');
const hover = element('hover');
const transform = new Transform();
const marks: Marks = { selected: undefined, current: undefined, found: new Set(), numbers: false };
const controls = new Controls(
    (view, keep) => post({ type: 'view', document: shownDocument, view, keep }),
    () => post({ type: 'revision' }),
);

let scene = new Scene({ width: 0, height: 0, boxes: [], lines: [], cycles: [] });
let view: View | undefined;
let shownDocument = '';
let theme = colors();
let follow = true;
let isDrawn = false;
let isFitted = false;
let resting: ReturnType<typeof setTimeout> | undefined;
let restedOn: number | undefined;
let mouse: [number, number] = [0, 0];

const drawing = (): Drawing => scene.drawing;

function draw(): void {
    const ratio = window.devicePixelRatio || 1;
    const { clientWidth, clientHeight } = canvas;
    const [width, height] = [Math.round(clientWidth * ratio), Math.round(clientHeight * ratio)];
    if (canvas.width !== width || canvas.height !== height) {
        canvas.width = width;
        canvas.height = height;
    }
    const context = canvas.getContext('2d', { alpha: false });
    if (context !== null) {
        scene.draw(context, transform, clientWidth, clientHeight, ratio, theme, marks);
    }
}

/** Draws when the window is drawn next, however often it is asked for. */
function redraw(): void {
    if (!isDrawn) {
        isDrawn = true;
        requestAnimationFrame(() => {
            isDrawn = false;
            draw();
        });
    }
}

function fit(): void {
    transform.fit(scene.area, canvas.clientWidth, canvas.clientHeight);
    redraw();
}

/** All of it if that can be read, else what is around the box that somebody looks at. */
function arrive(): void {
    fit();
    const middle = marks.selected ?? marks.current ?? listed(drawing(), '')[0];
    const box = middle === undefined ? undefined : drawing().boxes[middle];
    if (box !== undefined) {
        transform.atLeast(LEGIBLE, box, canvas.clientWidth, canvas.clientHeight);
    }
}

function reveal(box: number | undefined): void {
    if (box !== undefined && drawing().boxes[box] !== undefined) {
        transform.reveal(drawing().boxes[box], canvas.clientWidth, canvas.clientHeight);
        redraw();
    }
}

function select(box: number | undefined): void {
    marks.selected = box;
    markList(box);
    element('spoken').textContent = box === undefined ? '' : boxText(drawing(), box);
    element<HTMLButtonElement>('focus').disabled = box === undefined;
    reveal(box);
    redraw();
}

function open(box: number | undefined): void {
    if (box !== undefined) {
        post({ type: 'open', box });
    }
}

function toggle(box: number | undefined): void {
    const it = box === undefined ? undefined : drawing().boxes[box];
    if (it !== undefined && (it.kind === 'class' || it.kind === 'module')) {
        controls.toggle(it.id);
    }
}

function focus(box: number | undefined): void {
    const it = box === undefined ? undefined : drawing().boxes[box];
    if (it !== undefined) {
        controls.focus(it.id);
    }
}

function find(): void {
    const found = search.value.trim() === '' ? [] : listed(drawing(), search.value);
    marks.found = new Set(found);
    fillList(drawing(), search.value.trim() === '' ? listed(drawing(), '') : found, marks.selected, select, open);
    redraw();
}

function unhover(): void {
    clearTimeout(resting);
    restedOn = undefined;
    hover.hidden = true;
}

function showHover(content: Node): void {
    hover.replaceChildren(content);
    hover.hidden = false;
    const [x, y] = mouse;
    hover.style.left = `${Math.max(0, Math.min(x + 12, window.innerWidth - hover.offsetWidth - 8))}px`;
    hover.style.top = `${Math.max(0, Math.min(y + 16, window.innerHeight - hover.offsetHeight - 8))}px`;
}

function rest(): void {
    const [x, y] = transform.toPicture(mouse[0] - canvas.offsetLeft, mouse[1] - canvas.offsetTop);
    const box = boxAt(drawing(), x, y);
    if (box !== undefined) {
        restedOn = box;
        post({ type: 'about', box });
        return;
    }
    const line = lineAt(drawing(), x, y, 5 / transform.scale);
    if (line !== undefined) {
        const { from, to, kind, source, by, place } = drawing().lines[line];
        const [first, second] = [drawing().boxes[from].id, drawing().boxes[to].id];
        const text = kind === 'contains' ? `\`${first}\` contains \`${second}\`` : `\`${first}\` ${kind === 'notify' ? '~>' : '->'} \`${second}\``;
        const said = [source, by === undefined ? '' : `of \`${by}\``, place].filter((it) => it !== undefined && it !== '').join(' ');
        showHover(markdown(said === '' ? text : `${text}\n\n${said}`));
    }
}

const ARROWS: Record<string, Direction> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };

/** Handles a key while the picture has the focus, and returns whether it had an effect. */
function key(name: string, shift = false): boolean {
    const { clientWidth, clientHeight } = canvas;
    const direction = ARROWS[name];
    if (direction !== undefined) {
        if (shift) {
            const [dx, dy] = { left: [60, 0], right: [-60, 0], up: [0, 60], down: [0, -60] }[direction];
            transform.pan(dx, dy);
            redraw();
        } else {
            const start = marks.current ?? listed(drawing(), '')[0];
            select(marks.selected === undefined ? start : (neighbour(drawing(), marks.selected, direction) ?? marks.selected));
        }
        return true;
    }
    switch (name) {
        case 'Enter':
            open(marks.selected);
            return true;
        case ' ':
            toggle(marks.selected);
            return true;
        case 'f':
            focus(marks.selected);
            return true;
        case 'n':
            marks.numbers = !marks.numbers;
            press('numbers', marks.numbers);
            redraw();
            return true;
        case 'h':
            if (marks.selected !== undefined) {
                const { x, y, width, height } = drawing().boxes[marks.selected];
                const [wx, wy] = transform.toWindow(x + width / 2, y + height);
                mouse = [wx + canvas.offsetLeft, wy + canvas.offsetTop];
                restedOn = marks.selected;
                post({ type: 'about', box: marks.selected });
            }
            return true;
        case '+':
        case '-':
            transform.zoom(name === '+' ? 1.25 : 0.8, clientWidth / 2, clientHeight / 2);
            redraw();
            return true;
        case '0':
            fit();
            return true;
        case '/':
            search.focus();
            return true;
        case 'Escape':
            unhover();
            if (view !== undefined && (view.focus !== undefined || view.text !== '' || view.cycles)) {
                controls.whole();
            } else {
                select(undefined);
            }
            return true;
        default:
            return false;
    }
}

canvas.addEventListener('keydown', (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey && key(event.key, event.shiftKey)) {
        event.preventDefault();
    }
});
let dragged: { x: number; y: number; moved: boolean } | undefined;
canvas.addEventListener('pointerdown', (event) => {
    unhover();
    dragged = { x: event.clientX, y: event.clientY, moved: false };
    canvas.setPointerCapture(event.pointerId);
});
canvas.addEventListener('pointermove', (event) => {
    mouse = [event.clientX, event.clientY];
    if (dragged !== undefined) {
        const [dx, dy] = [event.clientX - dragged.x, event.clientY - dragged.y];
        if (dragged.moved || Math.abs(dx) + Math.abs(dy) > 3) {
            transform.pan(dx, dy);
            dragged = { x: event.clientX, y: event.clientY, moved: true };
            redraw();
        }
        return;
    }
    unhover();
    resting = setTimeout(rest, REST);
});
canvas.addEventListener('pointerleave', unhover);
canvas.addEventListener('pointerup', (event) => {
    const click = dragged?.moved === false;
    dragged = undefined;
    if (click) {
        const [x, y] = transform.toPicture(event.offsetX, event.offsetY);
        const box = boxAt(drawing(), x, y);
        select(box);
        if (box !== undefined) {
            open(box);
            return;
        }
        const line = lineAt(drawing(), x, y, 5 / transform.scale);
        if (line !== undefined) {
            post({ type: 'open', line });
        }
    }
});
canvas.addEventListener('dblclick', (event) => toggle(boxAt(drawing(), ...transform.toPicture(event.offsetX, event.offsetY))));
canvas.addEventListener(
    'wheel',
    (event) => {
        event.preventDefault();
        unhover();
        if (event.shiftKey) {
            transform.pan(-event.deltaY, -event.deltaX);
        } else {
            transform.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), event.offsetX, event.offsetY);
        }
        redraw();
    },
    { passive: false },
);
search.addEventListener('input', find);
search.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') {
        const found = [...marks.found];
        const next = found.indexOf(marks.selected ?? -1) + (event.shiftKey ? -1 : 1);
        select(found.at(next % Math.max(found.length, 1)));
    } else if (event.key === 'Escape') {
        search.value = '';
        find();
        canvas.focus();
    }
});
element('focus').addEventListener('click', () => focus(marks.selected));
element('fit').addEventListener('click', fit);
element('numbers').addEventListener('click', () => key('n'));
element('follow').addEventListener('click', () => {
    follow = !follow;
    press('follow', follow);
    marks.current = follow ? marks.current : undefined;
    post({ type: 'follow', on: follow });
    redraw();
});
element<HTMLSelectElement>('export').addEventListener('change', (event) => {
    const select = event.target as HTMLSelectElement;
    post({ type: 'export', format: select.value });
    select.value = '';
});
new ResizeObserver(redraw).observe(canvas);
// The theme is a class of the body, and its colours are variables of the page.
new MutationObserver(() => {
    theme = colors();
    redraw();
}).observe(document.documentElement, { attributes: true, subtree: true, attributeFilter: ['class', 'style'] });

/** The whole picture in full size, or as large as it may be. */
function png(): string {
    const { width, height } = drawing();
    const ratio = Math.min(2, LARGEST_SIDE / Math.max(width, height, 1));
    const whole = document.createElement('canvas');
    whole.width = Math.max(1, Math.round(width * ratio));
    whole.height = Math.max(1, Math.round(height * ratio));
    const context = whole.getContext('2d', { alpha: false });
    if (context !== null) {
        scene.draw(context, new Transform(), width, height, ratio, theme, { ...marks, selected: undefined, current: undefined });
    }
    return whole.toDataURL('image/png').replace(/^[^,]*,/, '');
}

function probe(keys: string[], frames: number): Probe {
    for (const name of keys) {
        key(name);
    }
    const took: number[] = [];
    for (let i = 0; i < frames; i++) {
        transform.zoom(i % 2 === 0 ? 1.05 : 1 / 1.05, canvas.clientWidth / 2, canvas.clientHeight / 2);
        const start = performance.now();
        draw();
        // Reading a pixel waits until it is drawn.
        canvas.getContext('2d')?.getImageData(0, 0, 1, 1);
        took.push(performance.now() - start);
    }
    const { boxes, lines } = drawing();
    const texts = (selector: string) => [...document.querySelectorAll(selector)].map((it) => it.textContent ?? '');
    return {
        boxes: boxes.map((it) => `${it.change === undefined ? '' : `${it.change} `}${it.id}`),
        lines: lines.length,
        selected: marks.selected === undefined ? undefined : boxes[marks.selected]?.id,
        current: marks.current === undefined ? undefined : boxes[marks.current]?.id,
        hover: hover.hidden ? '' : (hover.textContent ?? ''),
        spoken: element('spoken').textContent ?? '',
        title: element('title').textContent ?? '',
        compares: texts('#compare option'),
        listed: texts('#list button'),
        cycles: texts('#cycles button'),
        scale: transform.scale,
        colors: { ...theme },
        frames: took,
        at: Object.fromEntries(boxes.slice(0, 200).map((it) => [it.id, transform.toWindow(it.x + it.width / 2, it.y + it.height / 2)])),
    };
}

/** The next picture: what was selected stays selected, and stays where it is in the window if it is still there. */
function show(message: Extract<ToPage, { type: 'graph' }>): void {
    const idOf = (box: number | undefined) => (box === undefined ? undefined : drawing().boxes[box]?.id);
    const [selected, anchor] = [idOf(marks.selected), idOf(marks.selected ?? marks.current)];
    const asked = idOf(restedOn);
    const stood = drawing().boxes.find((it) => it.id === anchor);
    scene = new Scene(message.drawing);
    shownDocument = message.document;
    view = message.view;
    controls.show(message.view, message.choices, message.drawing.cycles.length);
    const numberOf = (id: string | undefined) => {
        const found = id === undefined ? -1 : drawing().boxes.findIndex((it) => it.id === id);
        return found < 0 ? undefined : found;
    };
    marks.selected = numberOf(selected);
    marks.current = follow ? message.current : undefined;
    const stands = drawing().boxes.find((it) => it.id === anchor);
    if (message.keep && isFitted) {
        if (stood !== undefined && stands !== undefined) {
            transform.x += stands.x - stood.x;
            transform.y += stands.y - stood.y;
        }
    } else {
        isFitted = true;
        arrive();
    }
    element('title').textContent = message.guessed ? `${message.title} (no operatingsystem_support declared)` : message.title;
    element('title').classList.remove('old');
    element('legend').hidden = message.drawing.boxes.every((it) => it.change === undefined) && message.drawing.lines.every((it) => it.change === undefined);
    element<HTMLButtonElement>('focus').disabled = marks.selected === undefined && message.view.focus === undefined;
    fillCycles(drawing(), select, (line) => post({ type: 'open', line }));
    unhover();
    // Who asked what a resource is hears it of the next picture, too.
    restedOn = numberOf(asked);
    if (restedOn !== undefined) {
        post({ type: 'about', box: restedOn });
    }
    find();
}

window.addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
    switch (data.type) {
        case 'graph':
            return show(data);
        case 'notice':
            element('title').textContent = data.text;
            element('title').classList.add('old');
            return;
        case 'current':
            marks.current = follow ? data.box : undefined;
            reveal(marks.current);
            return redraw();
        case 'text':
            if (restedOn === data.box) {
                showHover(markdown(data.markdown));
            }
            return;
        case 'picture':
            return post({ type: 'picture', data: png() });
        case 'probe':
            return post({ type: 'probed', number: data.number, probe: probe(data.keys, data.frames) });
    }
});
post({ type: 'ready' });
