import * as assert from 'node:assert/strict';
import type { Box, Drawing, Line } from '../../src/graph/messages';
import type { Colors } from '../../webview/colors';
import { Scene, type Marks } from '../../webview/scene';
import { Transform } from '../../webview/transform';

/** Each colour has the name of what it is for. */
const COLORS = new Proxy({}, { get: (_, name) => String(name) }) as Colors;
const NOTHING: Marks = { selected: undefined, current: undefined, found: new Set(), numbers: false };
const [WIDTH, HEIGHT] = [1280, 800];

/** A path that keeps what it was told. */
class Path {
    readonly calls: [string, ...number[]][] = [];
    moveTo = (...at: number[]) => this.calls.push(['moveTo', ...at]);
    lineTo = (...at: number[]) => this.calls.push(['lineTo', ...at]);
    bezierCurveTo = (...at: number[]) => this.calls.push(['bezierCurveTo', ...at]);
}

interface Stroke {
    color: string;
    width: number;
    path: Path | undefined;
}

/** A canvas that paints nothing, and counts. */
class Canvas {
    readonly strokes: Stroke[] = [];
    readonly texts: string[] = [];
    calls = 0;

    get context(): CanvasRenderingContext2D {
        const values: Record<string, unknown> = {};
        const call = (name: string) => (first: unknown) => {
            this.calls += 1 + (first instanceof Path ? first.calls.length : 0);
            if (name === 'stroke') {
                this.strokes.push({ color: String(values['strokeStyle']), width: Number(values['lineWidth']), path: first instanceof Path ? first : undefined });
            } else if (name === 'fillText') {
                this.texts.push(String(first));
            }
            return { width: 10 };
        };
        return new Proxy(values, { get: (_, name: string) => values[name] ?? call(name) }) as unknown as CanvasRenderingContext2D;
    }
}

const box = (id: string, x: number, y: number): Box => ({ id, label: id, kind: 'resource', x, y, width: 100, height: 20, count: 1 });
const line = (from: number, to: number, points: number[], more: Partial<Line> = {}): Line => ({ from, to, kind: 'before', automatic: false, cycle: false, points, ...more });

function drawn(drawing: Drawing, transform: Partial<Transform> = {}, marks: Partial<Marks> = {}): Canvas {
    const canvas = new Canvas();
    new Scene(drawing).draw(canvas.context, Object.assign(new Transform(), transform), WIDTH, HEIGHT, 1, COLORS, { ...NOTHING, ...marks });
    return canvas;
}

/** Colour that is painted last, and so is visible, where a line begins. */
function colorAt(canvas: Canvas, x: number, y: number): string | undefined {
    return canvas.strokes.findLast(({ path }) => path?.calls.some(([name, px, py]) => name === 'moveTo' && px === x && py === y))?.color;
}

/** Columns of 50 boxes, each of which leads to the next in its row. */
function many(count: number): Drawing {
    const [rows, dx, dy] = [50, 200, 40];
    const boxes = Array.from({ length: count }, (_, i) => box(`File[/etc/${i}]`, Math.floor(i / rows) * dx, (i % rows) * dy));
    const lines = boxes.slice(rows).map(({ x, y }, i) => line(i, i + rows, [x - dx + 100, y + 10, x, y + 10]));
    return { width: (count / rows) * dx, height: rows * dy, boxes, lines, cycles: [] };
}

describe('the picture of a graph', () => {
    before(() => Object.assign(globalThis, { Path2D: Path }));
    after(() => Reflect.deleteProperty(globalThis, 'Path2D'));

    const cycle: Drawing = {
        width: 600,
        height: 100,
        boxes: [box('Notify[a]', 0, 0), box('Notify[b]', 200, 0), box('Notify[c]', 400, 0)],
        lines: [
            line(0, 1, [100, 5, 200, 5], { cycle: true }),
            line(1, 0, [200, 15, 100, 15], { cycle: true, kind: 'notify' }),
            line(1, 2, [300, 10, 400, 10]),
            line(0, 2, [100, 10, 250, 60, 400, 12], { change: 'added' }),
        ],
        cycles: [['Notify[a]', 'Notify[b]']],
    };

    it('has the lines of a cycle in red, whatever is selected', () => {
        for (const selected of [undefined, 0, 1, 2]) {
            for (const scale of [1, 0.2]) {
                const canvas = drawn(cycle, { scale }, { selected });
                const seen = [colorAt(canvas, 100, 5), colorAt(canvas, 200, 15), colorAt(canvas, 100, 10)];
                assert.deepEqual(seen, ['bad', 'bad', 'added'], `${selected} is selected, at ${scale}`);
            }
        }
    });

    it('shows which lines a selected box has: those of a cycle, too, on both sides of the red', () => {
        const { strokes } = drawn(cycle, {}, { selected: 1 });
        const of = (color: string, x: number, y: number) => strokes.filter((it) => it.color === color && it.path?.calls.some((call) => call[1] === x && call[2] === y));
        assert.deepEqual(of('selected', 300, 10).map((it) => it.width), [2]);
        for (const [x, y] of [[100, 5], [200, 15]]) {
            const [[around], [red]] = [of('selected', x, y), of('bad', x, y)];
            assert.ok(around.width > red.width + 2, `${around.width} around ${red.width}`);
        }
        assert.deepEqual(of('selected', 100, 10), [], 'not a line of others');
        assert.equal(colorAt(drawn(cycle), 300, 10), 'line');
    });

    it('costs no more with 5,000 boxes than with 500, of which as many are seen', () => {
        const [few, all] = [drawn(many(500)), drawn(many(5_000))];
        assert.ok(few.texts.length > 100, `${few.texts.length} boxes are seen`);
        assert.deepEqual(all.texts, few.texts);
        assert.equal(all.calls, few.calls);
        // The selection of one box, too.
        assert.ok(drawn(many(5_000), {}, { selected: 2_000 }).calls <= all.calls + 20);
    });

    it('draws of a line no more than what is seen, and the same of it wherever the picture is moved', () => {
        const far: Drawing = { ...cycle, lines: [line(0, 2, [100, -60_000, 400, 10, 700, 70_000])] };
        const parts = (y: number) => drawn(far, { y }).strokes.flatMap((it) => it.path?.calls ?? []).filter(([name]) => name === 'moveTo').map(([, x, y]) => [x, y]);
        const [first, second] = [parts(-5_000), parts(-5_100)];
        const length = (all: number[][]) => Math.max(...all.map(([, y]) => y)) - Math.min(...all.map(([, y]) => y));
        assert.ok(first.length >= 4 && length(first) <= 1.5 * HEIGHT && length(first) >= HEIGHT / 2, JSON.stringify(first));
        // Where dashes begin.
        const inside = first.filter(([, y]) => y > -5_000 && y < -4_400);
        assert.ok(inside.length > 0 && inside.every((it) => second.some((other) => other.join() === it.join())), `${JSON.stringify(first)}, ${JSON.stringify(second)}`);
    });

    it('draws 5,000 boxes from afar with a few strokes each, and without what cannot be seen', () => {
        const { boxes, lines } = many(5_000);
        const canvas = drawn(many(5_000), { scale: 0.05 });
        assert.ok(canvas.calls > boxes.length, 'all of them');
        assert.ok(canvas.calls <= 7 * boxes.length + 3 * lines.length + 100, `${canvas.calls} calls`);
        assert.deepEqual(canvas.texts, []);
        const curves = canvas.strokes.flatMap((it) => it.path?.calls ?? []).filter(([name]) => name === 'bezierCurveTo');
        assert.deepEqual(curves, []);
    });
});
