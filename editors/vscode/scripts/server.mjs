// A language server, asked over its standard input and output.
import { spawn } from 'node:child_process';

export class Server {
    #process;
    #number = 0;
    #waiting = new Map();
    #rest = Buffer.alloc(0);

    constructor(program) {
        this.#process = spawn(program, ['lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
        this.#process.stdout.on('data', (data) => this.#read(data));
        this.#process.on('exit', (code) => this.#waiting.forEach(({ fail }) => fail(new Error(`the server has ended with ${code}`))));
        this.#process.on('error', (error) => this.#waiting.forEach(({ fail }) => fail(error)));
    }

    ask(method, params) {
        this.#number += 1;
        const id = this.#number;
        return new Promise((done, fail) => {
            this.#waiting.set(id, { done, fail });
            this.#write({ id, method, params });
        });
    }

    tell(method, params) {
        this.#write({ method, params });
    }

    async stop() {
        await this.ask('shutdown');
        this.tell('exit');
    }

    #write(message) {
        const text = JSON.stringify({ jsonrpc: '2.0', ...message });
        this.#process.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
    }

    #read(data) {
        this.#rest = Buffer.concat([this.#rest, data]);
        for (;;) {
            const head = /Content-Length: (\d+)\r\n(?:[^\r]+\r\n)*\r\n/.exec(this.#rest.subarray(0, 200).toString('latin1'));
            const start = head === null ? 0 : head.index + head[0].length;
            const length = Number(head?.[1] ?? Infinity);
            if (this.#rest.length < start + length) {
                return;
            }
            const message = JSON.parse(this.#rest.subarray(start, start + length).toString('utf8'));
            this.#rest = this.#rest.subarray(start + length);
            if (message.method !== undefined && message.id !== undefined) {
                this.#write({ id: message.id, result: null });
            } else if (message.id !== undefined) {
                const { done, fail } = this.#waiting.get(message.id);
                this.#waiting.delete(message.id);
                if (message.error === undefined) { done(message.result); } else { fail(new Error(message.error.message)); }
            }
        }
    }
}
