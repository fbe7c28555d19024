// What the hands of a user do in the workbench.

export const patient = { timeout: 60_000 };

/** Opens the line that a key opens. A page that has just begun, or lists something else, does not hear every key. */
async function ask(page, key) {
    const input = page.locator('.quick-input-widget input').first();
    const end = Date.now() + patient.timeout;
    do {
        await page.keyboard.press(key);
    } while (!(await input.waitFor({ timeout: 5_000 }).then(() => true, () => false)) && Date.now() < end);
}

/** Through the command palette. */
export async function command(page, name) {
    await ask(page, 'F1');
    await page.keyboard.insertText(name);
    await page.locator('.quick-input-list .monaco-list-row', { hasText: name }).first().waitFor(patient);
    await page.keyboard.press('Enter');
}

export async function goTo(page, place) {
    await ask(page, 'Control+G');
    await page.keyboard.insertText(place);
    await page.waitForTimeout(200);
    await page.keyboard.press('Enter');
    const [row, column] = place.split(':');
    await page.waitForFunction((text) => document.querySelector('.statusbar')?.textContent?.includes(text), `Ln ${row}, Col ${column}`, patient);
}

export async function open(page, name) {
    await ask(page, 'Control+P');
    await page.keyboard.insertText(name);
    // The list may still hold what was there before the name was typed: Enter takes the row that is focused.
    await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: name }).first().waitFor(patient);
    await page.keyboard.press('Enter');
    await page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor(patient);
}

/** The page in a webview. */
export function webview(page) {
    return page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
}
