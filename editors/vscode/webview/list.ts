// The same picture in words: a list that a screen reader reads, what is said of a box, and the cycles.

import type { Box, Drawing } from '../src/graph/messages';
import { button, element } from './controls';

/** Longer lists help nobody: the search does. */
const MOST = 500;

export function boxText(drawing: Drawing, number: number): string {
    const box = drawing.boxes[number];
    const names = (all: number[]) => {
        const first = all.slice(0, 5).map((it) => drawing.boxes[it].id);
        return first.join(', ') + (all.length > 5 ? ` and ${all.length - 5} more` : '');
    };
    const linked = (pick: (line: Drawing['lines'][number]) => number | undefined) => [...new Set(drawing.lines.map(pick).filter((it) => it !== undefined))];
    const before = linked((line) => (line.to === number && line.kind !== 'contains' ? line.from : undefined));
    const after = linked((line) => (line.from === number && line.kind !== 'contains' ? line.to : undefined));
    const inside = linked((line) => (line.to === number && line.kind === 'contains' ? line.from : undefined));
    const parts = [
        box.id,
        box.change === undefined ? '' : { added: 'is new', removed: 'is removed', changed: 'differs' }[box.change],
        box.count > 1 ? `${box.count} resources` : '',
        box.order === undefined ? '' : `step ${box.order}`,
        inside.length > 0 ? `in ${names(inside)}` : '',
        before.length > 0 ? `comes after ${names(before)}` : '',
        after.length > 0 ? `comes before ${names(after)}` : '',
        drawing.lines.some((line) => line.cycle && (line.from === number || line.to === number)) ? 'is in a cycle' : '',
        box.place === undefined ? '' : box.place,
    ];
    return parts.filter((it) => it !== '').join('; ');
}

/** The boxes with a text in their names, in the order in which they are applied. */
export function listed(drawing: Drawing, search: string): number[] {
    const text = search.trim().toLowerCase();
    const order = (box: Box) => box.order ?? Infinity;
    return [...drawing.boxes.keys()]
        .filter((it) => drawing.boxes[it].id.toLowerCase().includes(text))
        .sort((a, b) => (order(drawing.boxes[a]) === order(drawing.boxes[b]) ? a - b : order(drawing.boxes[a]) - order(drawing.boxes[b])));
}

export function fillList(drawing: Drawing, shown: number[], selected: number | undefined, choose: (box: number) => void, open: (box: number) => void): void {
    element('count').textContent = shown.length === drawing.boxes.length ? `${shown.length} boxes` : `${shown.length} of ${drawing.boxes.length} boxes`;
    const items = shown.slice(0, MOST).map((number) => {
        const item = document.createElement('li');
        const box = drawing.boxes[number];
        const entry = button(box.order === undefined ? box.id : `${box.order}. ${box.id}`, () => choose(number));
        entry.addEventListener('dblclick', () => open(number));
        entry.dataset['box'] = String(number);
        if (number === selected) {
            entry.setAttribute('aria-current', 'true');
        }
        item.append(entry);
        return item;
    });
    if (shown.length > MOST) {
        const more = document.createElement('li');
        more.textContent = `and ${shown.length - MOST} more: search for them`;
        items.push(more);
    }
    element('list').replaceChildren(...items);
}

export function markList(selected: number | undefined): void {
    for (const old of document.querySelectorAll('#list [aria-current]')) {
        old.removeAttribute('aria-current');
    }
    const entry = selected === undefined ? null : document.querySelector(`#list [data-box="${selected}"]`);
    entry?.setAttribute('aria-current', 'true');
    entry?.scrollIntoView({ block: 'nearest' });
}

/** Cycles, each with its relationships. */
export function fillCycles(drawing: Drawing, choose: (box: number) => void, open: (line: number) => void): void {
    const section = element('cycles');
    section.hidden = drawing.cycles.length === 0 && !drawing.lines.some((it) => it.cycle);
    const numbers = new Map(drawing.boxes.map((box, number) => [box.id, number]));
    const parts: HTMLElement[] = [];
    const add = (head: string, lines: number[]) => {
        const title = document.createElement('h3');
        title.textContent = head;
        const list = document.createElement('ul');
        for (const number of lines) {
            const { from, to, kind, source, place } = drawing.lines[number];
            const said = [source, place].filter((it) => it !== undefined).join(', ');
            const item = document.createElement('li');
            item.append(
                button(`${drawing.boxes[from].id} ${kind === 'notify' ? '~>' : '->'} ${drawing.boxes[to].id} (${said})`, () => {
                    choose(from);
                    open(number);
                }),
            );
            list.append(item);
        }
        parts.push(title, list);
    };
    const red = [...drawing.lines.keys()].filter((it) => drawing.lines[it].cycle);
    const known = new Set<number>();
    for (const cycle of drawing.cycles) {
        const members = new Set(cycle.map((id) => numbers.get(id)));
        const own = red.filter((it) => members.has(drawing.lines[it].from) && members.has(drawing.lines[it].to));
        own.forEach((it) => known.add(it));
        add(`${new Set(cycle).size} resources in a cycle`, own);
    }
    // Of boxes that stand for many, the members of a cycle have no names here.
    const rest = red.filter((it) => !known.has(it));
    if (rest.length > 0) {
        add('Part of a cycle', rest);
    }
    section.querySelector('div')?.replaceChildren(...parts);
}
