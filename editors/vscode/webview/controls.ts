// The bar above the picture: what it shows of a view, and the view that it asks for.

import type { Choices, View } from '../src/graph/messages';

/** Before the names of what a graph can be compared with. */
const [SYSTEM, REVISION, OTHER] = ['s', 'r', 'other'];

/** What may be hidden of edges, if the language has no words of its own for it. */
const KINDS = ['contains', 'before', 'notify', 'automatic'];

export function element<T extends HTMLElement>(id: string): T {
    const found = document.getElementById(id);
    if (found === null) {
        throw new Error(`the page has no ${id}`);
    }
    return found as T;
}

export class Controls {
    private view: View | undefined;

    /** `other` asks the user for a revision. */
    constructor(
        private readonly ask: (view: View, keep: boolean) => void,
        other: () => void,
    ) {
        const pick = (id: string, change: (view: View, value: string) => void, keep = false) =>
            element<HTMLSelectElement>(id).addEventListener('change', (event) => this.change((view) => change(view, (event.target as HTMLSelectElement).value), keep));
        pick('entry', (view, value) => Object.assign(view, { entry: value, focus: undefined, toggled: [] }));
        pick('system', (view, value) => Object.assign(view, { system: value }), true);
        element<HTMLSelectElement>('compare').addEventListener('change', (event) => {
            const { value } = event.target as HTMLSelectElement;
            if (value === OTHER) {
                other();
                return;
            }
            const [kind, name] = [value.slice(0, 1), value.slice(1)];
            this.change((view) => Object.assign(view, { compare: kind === SYSTEM ? name : undefined, against: kind === REVISION ? name : undefined }), true);
        });
        pick('collapse', (view, value) => Object.assign(view, { collapse: value, toggled: [] }));
        element('hops').addEventListener('change', () => this.change((view) => Object.assign(view, { hops: this.hops }), this.view?.focus === undefined));
        element('whole').addEventListener('click', () => this.whole());
        element('cycle').addEventListener('click', () => this.change((view) => Object.assign(view, { cycles: !view.cycles }), false));
        element('anew').addEventListener('click', () => this.change(() => undefined, false));
        element('only').addEventListener('click', () => {
            const text = element<HTMLInputElement>('search').value.trim();
            this.change((view) => Object.assign(view, { text: view.text === '' ? text : '' }), true);
        });
        element('filter').addEventListener('change', (event) => {
            const box = event.target as HTMLInputElement;
            this.change((view) => Object.assign(view, { hidden: box.checked ? view.hidden.filter((it) => it !== box.value) : [...view.hidden, box.value] }), true);
        });
    }

    private get hops(): number {
        return Math.max(1, Math.min(99, Number(element<HTMLInputElement>('hops').value) || 1));
    }

    change(change: (view: View) => unknown, keep: boolean): void {
        if (this.view !== undefined) {
            const view = structuredClone(this.view);
            change(view);
            this.ask(view, keep);
        }
    }

    /** No focus, no search, no cycles alone. */
    whole(): void {
        this.change((view) => Object.assign(view, { focus: undefined, text: '', cycles: false }), false);
    }

    focus(id: string): void {
        this.change((view) => Object.assign(view, { focus: view.focus === id ? undefined : id, hops: this.hops }), false);
    }

    /** Opens a class or a module, or closes it. */
    toggle(id: string): void {
        this.change((view) => Object.assign(view, { toggled: view.toggled.includes(id) ? view.toggled.filter((it) => it !== id) : [...view.toggled, id] }), true);
    }

    show(view: View, choices: Choices, cycles: number): void {
        this.view = view;
        const systems = choices.entries.find((it) => it.name === view.entry)?.systems ?? [];
        options('entry', choices.entries.map((it) => it.name), view.entry);
        options('system', systems, view.system);
        comparisons(view, systems, choices.revisions);
        element<HTMLSelectElement>('collapse').value = view.collapse;
        element<HTMLInputElement>('hops').value = String(view.hops);
        press('cycle', view.cycles);
        press('only', view.text !== '');
        element<HTMLButtonElement>('cycle').disabled = cycles === 0 && !view.cycles;
        element('cycle').textContent = cycles === 0 ? 'Cycles' : `Cycles (${cycles})`;
        checks('kinds', (choices.kinds ?? KINDS).map((it) => [it, it]), view.hidden);
        checks('types', Object.entries(choices.types).map(([name, count]) => [name, `${name} (${count})`]), view.hidden);
        const toggled = element('toggled');
        toggled.hidden = view.toggled.length === 0;
        toggled.querySelector('div')?.replaceChildren(...view.toggled.map((id) => button(`${id} ×`, () => this.toggle(id))));
    }
}

export function press(id: string, on: boolean): void {
    element(id).setAttribute('aria-pressed', String(on));
}

export function button(text: string, click: () => void): HTMLButtonElement {
    const out = document.createElement('button');
    out.textContent = text;
    out.title = text;
    out.addEventListener('click', click);
    return out;
}

function options(id: string, values: string[], chosen: string | undefined): void {
    const select = element<HTMLSelectElement>(id);
    const all = chosen !== undefined && !values.includes(chosen) ? [chosen, ...values] : values;
    select.replaceChildren(...all.map((value) => new Option(value === '' ? 'nothing' : value, value, false, value === chosen)));
    select.disabled = all.length < 2;
}

/** Other systems and revisions. */
function comparisons(view: View, systems: string[], revisions: boolean): void {
    const select = element<HTMLSelectElement>('compare');
    const chosen = view.against !== undefined ? REVISION + view.against : view.compare !== undefined ? SYSTEM + view.compare : '';
    const group = (label: string, entries: [string, string][]) => {
        const group = document.createElement('optgroup');
        group.label = label;
        group.append(...entries.map(([value, text]) => new Option(text, value, false, value === chosen)));
        return group;
    };
    const others = systems.filter((it) => it !== view.system).map((it): [string, string] => [SYSTEM + it, it]);
    const named = [...new Set(['HEAD', ...(view.against === undefined ? [] : [view.against])])].map((it): [string, string] => [REVISION + it, it]);
    select.replaceChildren(
        new Option('nothing', '', false, chosen === ''),
        ...(others.length > 0 ? [group('Systems', others)] : []),
        ...(revisions ? [group('Revisions', [...named, [OTHER, 'another…']])] : []),
    );
    select.disabled = select.options.length < 2;
}

function checks(id: string, values: [string, string][], hidden: string[]): void {
    const field = element(id);
    const rows = values.map(([value, text]) => {
        const label = document.createElement('label');
        const box = document.createElement('input');
        box.type = 'checkbox';
        box.value = value;
        box.checked = !hidden.includes(value);
        label.append(box, ` ${text}`);
        return label;
    });
    // A new row would take the focus from who goes through them.
    const same = [...field.querySelectorAll('input')].map((it) => it.value).join() === values.map(([value]) => value).join();
    if (same) {
        for (const box of field.querySelectorAll('input')) {
            box.checked = !hidden.includes(box.value);
        }
    } else {
        field.replaceChildren(...field.querySelectorAll('legend'), ...rows);
    }
}
