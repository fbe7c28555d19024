// What is shown of a graph at first, and what stays when the picture of another file takes its place.

import type { View } from './messages';

/** Classes at first: a whole catalog is more than one can look at. Of an SLS file each state. */
export function start(uri = ''): View {
    return { collapse: uri.endsWith('.sls') ? '' : 'class', toggled: [], hidden: [], text: '', hops: 2, cycles: false };
}

/** `next`, with those wishes of a view of another file that mean the same here: they name nothing that is in one file only. */
export function carried({ collapse, hidden, hops }: View, next: View): View {
    return { ...next, collapse, hidden, hops };
}
