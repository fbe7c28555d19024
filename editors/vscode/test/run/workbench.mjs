// A whole VS Code without a window: code-server, which is VS Code's own workbench and extension host, and Chromium.

import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';

const SETTINGS = {
    'workbench.startupEditor': 'none',
    'workbench.enableExperiments': false,
    'workbench.tips.enabled': false,
    'workbench.secondarySideBar.defaultVisibility': 'hidden',
    'telemetry.telemetryLevel': 'off',
    'update.mode': 'none',
    'extensions.autoUpdate': false,
    'extensions.autoCheckUpdates': false,
    'chat.disableAIFeatures': true,
    'chat.commandCenter.enabled': false,
    'window.commandCenter': false,
    'git.enabled': false,
    'editor.minimap.enabled': false,
    'files.autoSave': 'off',
};

/**
 * Starts VS Code on a copy of `workspace`, which `prepare` may change first; `work` gets its page, and it ends with it.
 * With `set` it gives settings of its own, while VS Code runs.
 * What is opened is the copy, or a `.code-workspace` in it that `file` names. `beside` are manifests of other extensions that are there.
 */
export async function withWorkbench({ vscode, workspace, settings = {}, env = {}, install, options = [], prepare, file, beside = [], trusted = true }, work) {
    const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'bunraku-vscode-'));
    const folder = path.join(scratch, 'site');
    fs.cpSync(workspace, folder, { recursive: true });
    const user = path.join(scratch, 'user');
    // The extension runs on the server's side, where settings of the machine are in a file of their own.
    const set = (more) => {
        for (const part of ['User', 'Machine']) {
            fs.mkdirSync(path.join(user, part), { recursive: true });
            fs.writeFileSync(path.join(user, part, 'settings.json'), JSON.stringify({ ...SETTINGS, 'security.workspace.trust.enabled': !trusted, 'security.workspace.trust.startupPrompt': 'never', ...settings, ...more }));
        }
    };
    set({});
    fs.writeFileSync(path.join(scratch, 'code-server.yaml'), 'auth: none\n');
    const node = path.join(vscode, 'node');
    const entry = path.join(vscode, 'code-server/out/node/entry.js');
    const base = [entry, '--config', path.join(scratch, 'code-server.yaml'), '--user-data-dir', user, '--extensions-dir', path.join(scratch, 'extensions')];
    const environment = { ...process.env, HOME: scratch, XDG_DATA_HOME: path.join(scratch, 'data'), XDG_CONFIG_HOME: path.join(scratch, 'config'), ...env };
    const logFile = path.join(scratch, 'code-server.log');

    let server;
    let browser;
    try {
        for (const manifest of beside) {
            const folder = path.join(scratch, 'extensions', `${manifest.publisher}.${manifest.name}-${manifest.version}`);
            fs.mkdirSync(folder, { recursive: true });
            fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ engines: { vscode: '*' }, ...manifest }));
        }
        if (install !== undefined) {
            // A failure throws, with all that was said; else native modules that are not built, and not missed, fill the screen.
            execFileSync(node, [...base, '--install-extension', install], { env: environment, stdio: 'pipe' });
        }
        prepare?.(folder);
        const port = await freePort();
        const log = fs.openSync(logFile, 'w');
        server = spawn(
            node,
            [...base, '--auth', 'none', '--bind-addr', `127.0.0.1:${port}`, '--disable-telemetry', '--disable-update-check', ...(trusted ? ['--disable-workspace-trust'] : []), '--disable-getting-started-override', '--disable-proxy', ...options],
            { env: environment, stdio: ['ignore', log, log], detached: true },
        );
        await answers(`http://127.0.0.1:${port}/healthz`);
        browser = await chromium.launch({
            executablePath: process.env.BUNRAKU_CHROMIUM ?? '/usr/bin/chromium',
            args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
        });
        const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
        // Nothing leaves this machine.
        await context.route((url) => url.hostname !== '127.0.0.1', (route) => route.abort());
        const page = await context.newPage();
        // The first page takes long on a machine that does something else, too.
        page.setDefaultNavigationTimeout(120_000);
        const remote = (file) => `vscode-remote://127.0.0.1:${port}${file}`;
        const url = (payload) => `http://127.0.0.1:${port}/?${file === undefined ? 'folder' : 'workspace'}=${encodeURIComponent(path.join(folder, file ?? ''))}&payload=${encodeURIComponent(JSON.stringify(payload))}`;
        return await work({ page, folder, scratch, remote, url, set });
    } catch (error) {
        if (fs.existsSync(logFile)) {
            console.log(fs.readFileSync(logFile, 'utf8').split('\n').slice(-15).join('\n'));
        }
        throw error;
    } finally {
        await browser?.close();
        if (server !== undefined) {
            await stop(server);
        }
        // The extension host writes a little longer than the server lives.
        fs.rmSync(scratch, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
    }
}

function freePort() {
    return new Promise((done) => {
        const probe = net.createServer().listen(0, '127.0.0.1', () => {
            const { port } = probe.address();
            probe.close(() => done(port));
        });
    });
}

async function answers(url) {
    for (let i = 0; i < 300; i++) {
        try {
            if ((await fetch(url)).ok) {
                return;
            }
        } catch {
            // not yet
        }
        await new Promise((next) => setTimeout(next, 100));
    }
    throw new Error('code-server did not start');
}

/** The whole group: server, extension host, language server. */
async function stop(child) {
    const gone = new Promise((done) => child.once('exit', done));
    const kill = (signal) => {
        try {
            process.kill(-child.pid, signal);
        } catch {
            // gone already
        }
    };
    kill('SIGTERM');
    await Promise.race([gone, new Promise((done) => setTimeout(done, 5_000))]);
    kill('SIGKILL');
}
