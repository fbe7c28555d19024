// The little Markdown that texts about resources are made of: paragraphs, lists, bold, code. Nothing in it becomes markup of its own.

export function markdown(text: string): DocumentFragment {
    const out = document.createDocumentFragment();
    let list: HTMLUListElement | undefined;
    for (const line of text.split('\n')) {
        const item = /^\s*[-*] (.*)$/.exec(line)?.[1];
        if (item !== undefined) {
            if (list === undefined) {
                list = document.createElement('ul');
                out.append(list);
            }
            const entry = document.createElement('li');
            spans(item, entry);
            list.append(entry);
            continue;
        }
        list = undefined;
        if (line.trim() !== '') {
            const paragraph = document.createElement('p');
            spans(line, paragraph);
            out.append(paragraph);
        }
    }
    return out;
}

function spans(text: string, into: HTMLElement): void {
    for (const part of text.split(/(\*\*[^*]+\*\*|`[^`]+`)/)) {
        if (part.startsWith('**') && part.length > 4) {
            const bold = document.createElement('strong');
            spans(part.slice(2, -2), bold);
            into.append(bold);
        } else if (part.startsWith('`') && part.length > 2) {
            const code = document.createElement('code');
            code.textContent = part.slice(1, -1);
            into.append(code);
        } else {
            into.append(part);
        }
    }
}
