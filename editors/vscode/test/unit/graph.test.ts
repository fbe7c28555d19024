import * as assert from 'node:assert/strict';
import { at, has, picture, stood, title, type Answer } from '../../src/graph/drawing';
import { page } from '../../src/graph/page';
import { carried, start } from '../../src/graph/view';
import { boxAt, lineAt, neighbour } from '../../webview/neighbours';
import { Transform } from '../../webview/transform';

const place = (line: number) => ({ file: '/m/a.pp', line, uri: 'file:///m/a.pp', range: { start: { line: line - 1, character: 0 }, end: { line, character: 0 } } });
const size = { width: 100, height: 20 };
const ANSWER: Answer = {
    entry: 'class a',
    systems: ['Debian 12'],
    guessed: false,
    types: { Notify: 2 },
    places: [{ uri: 'file:///m/a.pp', lines: [[2, 0], [5, 1]] }],
    graph: {
        width: 300,
        height: 40,
        nodes: [
            { id: 'Notify[a]', kind: 'resource', x: 0, y: 0, ...size, order: 0, ...place(2) },
            { id: 'Notify[b]', kind: 'resource', x: 200, y: 10, ...size, order: 1, ...place(5) },
        ],
        containment: [{ container: 'Class[gone]', content: 'Notify[a]', points: [] }],
        edges: [{ from: 'Notify[a]', to: 'Notify[b]', kind: 'notify', source: 'arrow', points: [100, 10, 200, 20], ...place(6) }],
    },
};

describe('the graph', () => {
    it('is drawn by numbers, and keeps its places to itself', () => {
        const { drawing, boxes, lines } = picture(ANSWER);
        assert.deepEqual(drawing.lines.map(({ from, to, kind, place }) => [from, to, kind, place]), [[0, 1, 'notify', 'a.pp:6']]);
        assert.deepEqual(drawing.boxes.map(({ id, order, place }) => [id, order, place]), [['Notify[a]', 1, 'a.pp:2'], ['Notify[b]', 2, 'a.pp:5']]);
        assert.equal(lines[0]?.range.start.line, 5);
        assert.equal(boxes[1]?.uri, 'file:///m/a.pp');
        assert.deepEqual(stood(ANSWER), { 'Notify[a]': [0, 0], 'Notify[b]': [200, 10] });
    });

    it('keeps of the view of another file what names nothing there', () => {
        const other = { ...start('a.pp'), collapse: '' as const, hidden: ['Notify'], hops: 1, entry: 'class a', focus: 'Notify[a]', toggled: ['Class[A]'] };
        assert.deepEqual(carried(other, start('b.pp')), { ...start('b.pp'), collapse: '', hidden: ['Notify'], hops: 1 });
    });

    it('says what it shows, and how that differs', () => {
        assert.equal(title(ANSWER), 'class a on Debian 12');
        assert.equal(title({ ...ANSWER, systems: ['A 1', 'B 2', 'C 3', 'D 4'] }), 'class a on A 1, B 2 and 2 more');
        const [first, second] = ANSWER.graph.nodes;
        const graph = { ...ANSWER.graph, nodes: [{ ...first, change: 'added' as const }, second], containment: [] };
        assert.equal(title({ ...ANSWER, graph, compared: ['HEAD'] }), 'class a on Debian 12, against HEAD: 1 new, 0 removed, 0 changed, 0 relationships');
        assert.equal(title({ ...ANSWER, partial: true }), 'class a on Debian 12, incomplete because of errors');
        assert.match(title({ ...ANSWER, compared: [] }), /not compared: the other side has no graph/);
        assert.match(title({ ...ANSWER, uncompared: 'v1: there is no such revision' }), /not compared: v1: there is no such revision/);
    });

    it('knows what a cursor is in', () => {
        const around = (line: number) => at(ANSWER, 'file:///m/a.pp', line);
        assert.deepEqual([around(1), around(2), around(4), around(9)], [undefined, 0, 0, 1]);
        assert.ok(has(ANSWER, 'file:///m/a.pp') && !has(ANSWER, 'file:///m/b.pp'));
    });

    it('knows what is under the mouse, and where the arrow keys lead', () => {
        const { drawing } = picture(ANSWER);
        assert.deepEqual([boxAt(drawing, 50, 10), boxAt(drawing, 150, 10)], [0, undefined]);
        assert.deepEqual([lineAt(drawing, 150, 15, 3), lineAt(drawing, 150, 40, 3)], [0, undefined]);
        assert.deepEqual([neighbour(drawing, 0, 'right'), neighbour(drawing, 1, 'left'), neighbour(drawing, 0, 'left'), neighbour(drawing, 0, 'down')], [1, 0, undefined, undefined]);
    });

    it('keeps under the mouse what is zoomed', () => {
        const it = new Transform();
        it.fit({ x: 0, y: 100, width: 1_000, height: 500 }, 500, 500);
        assert.equal(it.scale, 0.5);
        assert.deepEqual(it.toWindow(500, 350), [250, 250]);
        it.atLeast(0.4, { x: 0, y: 0, width: 10, height: 10 }, 500, 500);
        assert.equal(it.scale, 0.5);
        const before = it.toPicture(120, 80);
        it.zoom(2, 120, 80);
        assert.deepEqual(it.toPicture(120, 80), before);
        it.reveal({ x: 900, y: 400, width: 50, height: 20 }, 500, 500);
        const [x, y] = it.toWindow(900, 400);
        assert.ok(x >= 0 && x <= 450 && y >= 0 && y <= 480);
    });

    it('loads its own script and style, and nothing else', () => {
        const text = page({ script: 's.js', style: 's.css', source: 'https://e', nonce: 'abc' });
        assert.match(text, /content="default-src 'none'; script-src 'nonce-abc'; style-src https:\/\/e"/);
        assert.equal(text.match(/<script/g)?.length, 1);
        assert.ok(!/ style=| on[a-z]+=|unsafe/.test(text));
    });
});
