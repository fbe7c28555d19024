// The page of the graph, used by hand: what can be pressed, typed and clicked there does what it says.

import { command, goTo, open, patient, webview } from './hands.mjs';

const EXEC = 'Exec[check the configuration of nginx]';

/** Goes through all of it; `sees` counts one thing that a user sees. */
export async function used(page, sees) {
    const graph = webview(page);
    const rows = graph.locator('#list button');
    const row = (text) => rows.filter({ hasText: text });
    const count = async () => Number(/(\d+) boxes/.exec(await graph.locator('#count').innerText())?.[1]);
    const until = async (what, look) => {
        const end = Date.now() + patient.timeout;
        while (!(await look().catch(() => false))) {
            if (Date.now() > end) {
                throw new Error(`not ${what}: ${await graph.locator('#count').innerText()}, ${(await rows.allInnerTexts()).slice(0, 12).join(', ')}`);
            }
            await page.waitForTimeout(100);
        }
    };
    /** Content of the canvas, as one text. */
    const drawn = () => graph.locator('#canvas').evaluate((it) => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(it.toDataURL())))));
    const status = (text) => page.locator('.statusbar-item', { hasText: text });

    await open(page, 'service.pp');
    await goTo(page, '10:12');
    await command(page, 'Bunraku: Show Graph');
    await sees('the graph as classes, as modules and as resources', async () => {
        await row('Class[Webserver::Service]').waitFor(patient);
        await until('closed', async () => (await row(EXEC).count()) === 0);
        await graph.locator('#collapse').selectOption('module');
        await row(/^(\d+\. )?webserver$/).waitFor(patient);
        await graph.locator('#collapse').selectOption('');
        await row(EXEC).waitFor(patient);
        await until('open', async () => (await row(/^(\d+\. )?webserver$/).count()) === 0);
    });
    const all = await count();
    await sees('rows in the order in which they are applied', async () => {
        const numbers = (await rows.allInnerTexts()).map((it) => Number(/^(\d+)\. /.exec(it)?.[1])).filter((it) => !Number.isNaN(it));
        if (numbers.length < 3 || numbers.some((it, i) => i > 0 && it <= numbers[i - 1])) {
            throw new Error(numbers.join());
        }
    });
    await sees('numbers in the picture', async () => {
        const before = await drawn();
        await graph.locator('#numbers').click(patient);
        await until('numbered', async () => (await drawn()) !== before);
        await graph.locator('#numbers').click(patient);
        await until('as before', async () => (await drawn()) === before);
    });
    await sees('the row that is searched for', async () => {
        await graph.locator('#search').fill('CHECK the config');
        await until('one row', async () => (await rows.count()) === 1 && (await row(EXEC).count()) === 1 && (await count()) === all);
        await graph.locator('#search').press('Enter');
        await graph.locator('#spoken', { hasText: EXEC }).waitFor({ state: 'attached', ...patient });
    });
    await sees('nothing but what was searched for', async () => {
        await graph.locator('#more summary').click(patient);
        await graph.locator('#only').click(patient);
        await until('one box', async () => (await count()) === 1);
        await graph.locator('#more summary').click(patient);
    });
    await sees('the code of a box that is clicked', async () => {
        await page.keyboard.press('Control+1');
        await goTo(page, '2:1');
        await graph.locator('#fit').click(patient);
        const { x, y, width, height } = await graph.locator('#canvas').boundingBox();
        // The only box is in the middle.
        await page.mouse.click(x + width / 2, y + height / 2);
        await status(/Ln 10, Col/).waitFor(patient);
    });
    await sees('what a hover says, where the mouse rests on it', async () => {
        const { x, y, width, height } = await graph.locator('#canvas').boundingBox();
        await page.mouse.move(x + width / 2 + 30, y + height / 2 + 60);
        await page.mouse.move(x + width / 2, y + height / 2, { steps: 3 });
        await graph.locator('#hover', { hasText: 'Comes before' }).waitFor(patient);
    });
    await sees('all of it again', async () => {
        await graph.locator('#search').fill('');
        await graph.locator('#whole').click(patient);
        await until('all', async () => (await count()) === all && (await rows.count()) === all);
    });
    await sees('fewer boxes when a type is hidden, and no containment when that is', async () => {
        await row(EXEC).click(patient);
        const spoken = graph.locator('#spoken', { hasText: `${EXEC}; ` });
        await spoken.filter({ hasText: 'in Class[Webserver::Service]' }).waitFor({ state: 'attached', ...patient });
        await graph.locator('#more summary').click(patient);
        await graph.locator('#types input[value="Exec"]').uncheck(patient);
        await until('without', async () => (await row(EXEC).count()) === 0 && (await count()) < all);
        await graph.locator('#types input[value="Exec"]').check(patient);
        await until('with', async () => (await count()) === all);
        await graph.locator('#kinds input[value="contains"]').uncheck(patient);
        await page.waitForTimeout(500);
        await row('Service[nginx]').click(patient);
        await row(EXEC).click(patient);
        await spoken.filter({ hasNotText: 'in Class[' }).waitFor({ state: 'attached', ...patient });
        await graph.locator('#kinds input[value="contains"]').check(patient);
        await graph.locator('#more summary').click(patient);
    });
    await sees('what is near a box, and what is a little further', async () => {
        await row(EXEC).click(patient);
        await graph.locator('#hops').fill('1');
        await graph.locator('#focus').click(patient);
        await until('few', async () => (await count()) < all && (await row('Service[nginx]').count()) === 1);
        const near = await count();
        await graph.locator('#hops').fill('2');
        await graph.locator('#hops').press('Enter');
        await until('more', async () => (await count()) > near);
        await graph.locator('#canvas').focus();
        await page.keyboard.press('Escape');
        await until('all', async () => (await count()) === all);
        await row(EXEC).click(patient);
        await graph.locator('#canvas').focus();
        await page.keyboard.press('f');
        await until('few again', async () => (await count()) < all);
        await page.keyboard.press('Escape');
        return `${all} boxes, ${near} near`;
    });
    await sees('a page that runs nothing but its own script', async () => {
        const ran = await graph.locator('body').evaluate(async (body) => {
            const script = document.createElement('script');
            script.textContent = 'window.strange = true';
            body.append(script);
            const image = new Image();
            const loaded = new Promise((done) => Object.assign(image, { onload: () => done(true), onerror: () => done(false) }));
            image.src = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
            const fetched = await fetch('data:text/plain,a').then(() => true, () => false);
            return { script: window.strange === true, image: await loaded, fetched };
        });
        if (Object.values(ran).some((it) => it)) {
            throw new Error(JSON.stringify(ran));
        }
    });
    await sees('the edges of a cycle, and the code of one that is clicked', async () => {
        await open(page, 'dependency-cycle.pp');
        await goTo(page, '1:1');
        await command(page, 'Bunraku: Show Graph');
        // The command shows classes; of the last picture each resource was shown.
        await until('shown', async () => (await graph.locator('#collapse').inputValue()) === 'class');
        await graph.locator('#collapse').selectOption('');
        const edges = graph.locator('#cycles button');
        await edges.nth(1).waitFor(patient);
        const text = await edges.first().innerText();
        const line = /dependency-cycle\.pp:(\d+)\)/.exec(text)?.[1];
        await edges.first().click(patient);
        await status(new RegExp(`Ln ${line}, Col`)).waitFor(patient);
        return text;
    });
    await sees('the cycle in red, whichever box is selected', async () => {
        await graph.locator('#canvas').focus();
        await page.keyboard.press('Escape');
        for (let i = 0; i < 3; i++) {
            await page.keyboard.press('+');
        }
        const red = () => graph.locator('#canvas').evaluate((it) => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
            const paint = document.createElement('canvas').getContext('2d');
            paint.fillStyle = getComputedStyle(document.body).getPropertyValue('--vscode-editorError-foreground');
            paint.fillRect(0, 0, 1, 1);
            const [r, g, b] = paint.getImageData(0, 0, 1, 1).data;
            const { data } = it.getContext('2d').getImageData(0, 0, it.width, it.height);
            let count = 0;
            for (let i = 0; i < data.length; i += 4) {
                count += Math.abs(data[i] - r) + Math.abs(data[i + 1] - g) + Math.abs(data[i + 2] - b) < 60 ? 1 : 0;
            }
            done(count);
        }))));
        const counts = [await red()];
        for (const name of ['Notify[a]', 'Notify[b]']) {
            await row(name).click(patient);
            counts.push(await red());
        }
        // The heads of arrows alone are less.
        if (counts[0] < 100 || counts.some((it) => it < counts[0] / 2)) {
            throw new Error(`${counts} points`);
        }
        return `${counts} points`;
    });
    await sees('what is chosen while the picture of another file is on its way', async () => {
        await page.keyboard.press('Control+1');
        await open(page, 'service.pp');
        await graph.locator('#collapse').selectOption('class');
        await row('Class[Webserver::Service]').waitFor(patient);
        await until('closed', async () => (await row(EXEC).count()) === 0);
    });
}
