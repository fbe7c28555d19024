// Actions of a user in the workbench.

export const patient = { timeout: 60_000 };

/**
 * Types into the line that a key opens, and takes what it finds. A page that has just begun, or lists something else,
 * does not hear every key, and a part that takes the keyboard late closes the line again: then it is asked anew.
 */
async function ask(page, key, prefix, text, found) {
    const input = page.locator('.quick-input-widget input').first();
    const end = Date.now() + patient.timeout;
    for (;;) {
        try {
            await page.keyboard.press(key);
            await input.waitFor({ timeout: 5_000 });
            await input.fill(prefix + text, { timeout: 5_000 });
            await found({ timeout: 10_000 });
            return await input.press('Enter', { timeout: 5_000 });
        } catch (error) {
            if (Date.now() > end) {
                throw error;
            }
            await page.keyboard.press('Escape');
        }
    }
}

/** Waits for a row with that name to be the one that Enter takes: the list may still hold what was there before. */
const focused = (page, name) => (limit) => page.locator('.quick-input-list .monaco-list-row.focused', { hasText: name }).first().waitFor(limit);

/** Through the command palette. */
export const command = (page, name) => ask(page, 'F1', '>', name, focused(page, name));

export async function goTo(page, place) {
    const [row, column] = place.split(':');
    await ask(page, 'Control+G', ':', place, focused(page, row));
    await page.waitForFunction((text) => document.querySelector('.statusbar')?.textContent?.includes(text), `Ln ${row}, Col ${column}`, patient);
}

export async function open(page, name) {
    await ask(page, 'Control+P', '', name, focused(page, name));
    await page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor(patient);
}

/** The page in a webview. */
export function webview(page) {
    return page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
}
