// The graph for a screen reader: the browser's own tree of roles, names and states.

import { patient, webview } from './hands.mjs';

/** The tree as a list, of the frame that the page is in. What says nothing is left out. */
async function tree(page) {
    const canvas = await webview(page).locator('#canvas').elementHandle();
    const frame = await canvas.ownerFrame();
    // Frames of the same origin share a process, and a channel.
    for (let it = frame; it !== null; it = it.parentFrame()) {
        const channel = await page.context().newCDPSession(it.parentFrame() === null ? page : it).catch(() => undefined);
        if (channel === undefined) {
            continue;
        }
        try {
            const { frameTree } = await channel.send('Page.getFrameTree');
            const all = (one) => [one.frame, ...(one.childFrames ?? []).flatMap(all)];
            for (const { id } of all(frameTree)) {
                const { nodes } = await channel.send('Accessibility.getFullAXTree', { frameId: id });
                if (nodes.some((node) => node.role?.value === 'application' && node.name?.value.startsWith('Graph'))) {
                    return nodes.filter((node) => !node.ignored).map(read);
                }
            }
        } finally {
            await channel.detach();
        }
    }
    throw new Error('no frame has the graph');
}

function read({ role, name, value, properties = [] }) {
    const states = Object.fromEntries(properties.map((it) => [it.name, it.value.value]));
    return { role: role?.value, name: name?.value ?? '', value: value?.value, ...states };
}

/** Controls with a name, and the number of each role. */
const USED = ['button', 'combobox', 'searchbox', 'textbox', 'spinbutton', 'checkbox', 'application', 'DisclosureTriangle'];

export async function accessible(page, sees) {
    const graph = webview(page);
    await graph.locator('#collapse').selectOption('');
    const first = graph.locator('#list button').first();
    await first.waitFor(patient);

    await sees('a name for everything that can be used, in words of a screen reader', async () => {
        await graph.locator('#more summary').click(patient);
        const all = await tree(page);
        await graph.locator('#more summary').click(patient);
        const used = all.filter((it) => USED.includes(it.role));
        const unnamed = used.filter((it) => it.name.trim() === '');
        if (unnamed.length > 0) {
            throw new Error(JSON.stringify(unnamed));
        }
        const has = (role, name) => {
            if (!all.some((it) => it.role === role && name.test(it.name))) {
                throw new Error(`no ${role} ${name}: ${JSON.stringify(used.map((it) => [it.role, it.name]))}`);
            }
        };
        has('toolbar', /^Graph options$/);
        has('combobox', /^Catalog of/);
        has('combobox', /^System/);
        has('combobox', /^Compare with/);
        has('combobox', /^Show/);
        has('combobox', /^Export/);
        has('searchbox', /^Search for a resource$/);
        has('spinbutton', /^Distance/);
        has('application', /^Graph\. Arrow keys move to neighbors, Enter goes to the source/);
        has('complementary', /^Graph as a list$/);
        has('list', /^\d+ boxes$/);
        has('heading', /^\d+ boxes$/);
        has('checkbox', /^contains$/);
        has('group', /^Types$/);
        return `${used.length} of them`;
    });
    await sees('which buttons are pressed, and which row is chosen', async () => {
        await first.click(patient);
        const pressed = async (name) => (await tree(page)).find((it) => it.role === 'button' && it.name === name)?.pressed;
        const before = [await pressed('Follow'), await pressed('Order')];
        await graph.locator('#numbers').click(patient);
        const after = await pressed('Order');
        await graph.locator('#numbers').click(patient);
        if (`${before}` !== 'true,false' || after !== 'true') {
            throw new Error(`${before}, then ${after}`);
        }
        const current = await graph.locator('#list [aria-current="true"]').allInnerTexts();
        if (`${current}` !== (await first.innerText())) {
            throw new Error(current.join());
        }
    });
    await sees('what is selected told at once, and with the picture', async () => {
        const text = await graph.locator('#spoken').textContent();
        const all = await tree(page);
        const live = all.filter((it) => it.live === 'polite');
        const region = all.find((it) => it.live === 'polite' && it.role !== 'status');
        const picture = all.find((it) => it.role === 'application');
        if (region === undefined || !all.some((it) => it.role === 'StaticText' && it.name === text)) {
            throw new Error(`${text}: ${JSON.stringify(live)}`);
        }
        // `title` is a status: it tells which graph it is.
        const status = all.find((it) => it.role === 'status');
        if (status?.live !== 'polite' || picture === undefined) {
            throw new Error(JSON.stringify([status, picture]));
        }
        return text;
    });
}
