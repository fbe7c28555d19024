// Whether the picture of `bunraku graph --format svg` looks the same in rsvg-convert and in a browser, light and dark.
//
//   node test/run/svg.mjs BUNRAKU

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../..');
const bunraku = process.argv[2];
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bunraku-svg-'));
let passed = 0;
let failed = 0;

function test(name, is, detail) {
    console.log(`${is ? 'ok' : 'not ok'} - ${name}${is ? '' : `: ${detail}`}`);
    is ? (passed += 1) : (failed += 1);
}

/** How many pixels of a picture have a colour, within what smoothing changes. */
function count(pixels, [red, green, blue]) {
    let found = 0;
    for (let at = 0; at < pixels.length; at += 4) {
        const near = Math.abs(pixels[at] - red) + Math.abs(pixels[at + 1] - green) + Math.abs(pixels[at + 2] - blue);
        found += near <= 6 ? 1 : 0;
    }
    return found;
}

const colours = {
    light: { background: [0xff, 0xff, 0xff], class: [0xdd, 0xf4, 0xff], text: [0x1f, 0x23, 0x28], line: [0x57, 0x60, 0x6a] },
    dark: { background: [0x0d, 0x11, 0x17], class: [0x0c, 0x2d, 0x6b], text: [0xe6, 0xed, 0xf3], line: [0x8b, 0x94, 0x9e] },
};

const site = ['--root', `${root}/examples/site`, '--node', 'db1.example.com', '--facts', `${root}/tests/oracle/puppet/facts/debian12.json`];
const svg = execFileSync(bunraku, ['graph', ...site, '--format', 'svg', '--collapse', 'class']);
const file = path.join(folder, 'graph.svg');
fs.writeFileSync(file, svg);
execFileSync('rsvg-convert', [file, '-o', path.join(folder, 'graph.png')]);

const browser = await chromium.launch({ executablePath: process.env.BUNRAKU_CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
try {
    const page = await browser.newPage();
    /** The pixels of a picture, as the browser's canvas has them. */
    const pixels = (kind, bytes) =>
        page.evaluate(
            async ([kind, base64]) => {
                const picture = new Image();
                picture.src = `data:${kind};base64,${base64}`;
                await picture.decode();
                const canvas = new OffscreenCanvas(picture.naturalWidth, picture.naturalHeight);
                const context = canvas.getContext('2d');
                context.drawImage(picture, 0, 0);
                return { width: canvas.width, data: [...context.getImageData(0, 0, canvas.width, canvas.height).data] };
            },
            [kind, Buffer.from(bytes).toString('base64')],
        );
    const drawn = {
        'rsvg-convert, light': [colours.light, await pixels('image/png', fs.readFileSync(path.join(folder, 'graph.png')))],
        'a browser, light': [colours.light, await pixels('image/svg+xml', svg)],
    };
    // Opened by itself, a picture follows the reader's scheme.
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`file://${file}`);
    const size = { x: 0, y: 0, width: drawn['a browser, light'][1].width, height: drawn['a browser, light'][1].data.length / 4 / drawn['a browser, light'][1].width };
    const shot = await page.screenshot({ clip: size });
    await page.goto('about:blank');
    drawn['a browser, dark'] = [colours.dark, await pixels('image/png', shot)];
    for (const [name, [wanted, { data }]] of Object.entries(drawn)) {
        for (const [part, colour] of Object.entries(wanted)) {
            const least = part === 'class' || part === 'background' ? data.length / 4 / 20 : 20;
            const found = count(data, colour);
            test(`${name}: ${part}`, found >= least, `${found} of ${data.length / 4} pixels, at least ${least}`);
        }
    }
    // The two draw text with the same font, and lines at the same places.
    const [one, two] = [drawn['rsvg-convert, light'][1], drawn['a browser, light'][1]];
    let different = 0;
    for (let at = 0; at < one.data.length; at += 4) {
        different += [0, 1, 2].some((it) => Math.abs(one.data[at + it] - two.data[at + it]) > 96) ? 1 : 0;
    }
    const share = different / (one.data.length / 4);
    test('both draw the same', one.width === two.width && one.data.length === two.data.length && share < 0.03, `${(share * 100).toFixed(1)} % of the pixels differ`);
} finally {
    await browser.close();
    fs.rmSync(folder, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
