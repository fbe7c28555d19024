// Whether the page of the graph can be used in a theme of high contrast: what is on can be told from what is off, and the focus is seen.

import { patient, webview } from './hands.mjs';

/** Contrast that WCAG requires of the parts of a page, and of text. */
const [PART, TEXT] = [3, 4.5];

/** The three ratios, as a text. Throws when one is too small. */
export async function visible(page, theme) {
    const graph = webview(page);
    await graph.locator('#list button').first().waitFor(patient);
    await graph.locator('#collapse').selectOption('');
    await graph.locator('#list button').nth(1).waitFor(patient);
    const light = theme.endsWith('Light');
    await graph.locator(light ? 'body.vscode-high-contrast-light' : 'body.vscode-high-contrast:not(.vscode-high-contrast-light)').waitFor(patient);
    // `Follow` is pressed from the start, `Order` is not; of the rows one is chosen.
    await graph.locator('#list button').first().click(patient);
    await graph.locator('#search').click(patient);
    await page.keyboard.press('Tab');
    const measured = await graph.locator('body').evaluate((body) => {
        const luminance = (color) => {
            const [r, g, b] = /\d+, \d+, \d+/.exec(color)[0].split(', ').map((it) => it / 255).map((it) => (it <= 0.04045 ? it / 12.92 : ((it + 0.055) / 1.055) ** 2.4));
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const contrast = (first, second) => {
            const [dark, bright] = [luminance(first), luminance(second)].sort((a, b) => a - b);
            return (bright + 0.05) / (dark + 0.05);
        };
        // A part without a colour of its own shows its background.
        const back = (it) => {
            const color = getComputedStyle(it).backgroundColor;
            return /, 0\)$/.test(color) && it.parentElement !== null ? back(it.parentElement) : color;
        };
        const pair = (on, off) => ({ apart: contrast(back(on), back(off)), text: contrast(back(on), getComputedStyle(on).color) });
        const rows = [...document.querySelectorAll('#list button')];
        const chosen = (it) => it.getAttribute('aria-current') === 'true' || it.parentElement.getAttribute('aria-current') === 'true';
        const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(document.activeElement);
        return {
            pressed: pair(document.querySelector('#follow[aria-pressed="true"]'), document.querySelector('#numbers[aria-pressed="false"]')),
            chosen: pair(rows.find(chosen), rows.find((it) => !chosen(it))),
            focus: outlineStyle === 'none' || outlineWidth === '0px' ? 0 : contrast(outlineColor, back(body)),
            focused: document.activeElement.id,
        };
    });
    const { pressed, chosen, focus, focused } = measured;
    const good = [pressed, chosen].every(({ apart, text }) => apart >= PART && text >= TEXT) && focus >= PART && focused !== 'search';
    const said = `pressed ${pressed.apart.toFixed(1)}, chosen ${chosen.apart.toFixed(1)}, focus of #${focused} ${focus.toFixed(1)}`;
    if (!good) {
        throw new Error(`${said}: ${JSON.stringify(measured)}`);
    }
    return said;
}
