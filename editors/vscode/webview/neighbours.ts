// Which box the arrow keys lead to, and which box is under a point.

import type { Box, Drawing } from '../src/graph/messages';

export type Direction = 'left' | 'right' | 'up' | 'down';

/** Left and right follow the lines, up and down stay in the column. */
export function neighbour(drawing: Drawing, from: number, direction: Direction): number | undefined {
    const { boxes, lines } = drawing;
    const at = boxes[from];
    if (at === undefined) {
        return undefined;
    }
    if (direction === 'left' || direction === 'right') {
        const linked = lines.flatMap((line) => (direction === 'right' ? (line.from === from ? [line.to] : []) : line.to === from ? [line.from] : []));
        return nearest(boxes, linked, at);
    }
    const inColumn = [...boxes.keys()].filter((it) => boxes[it].x === at.x && (direction === 'up' ? boxes[it].y < at.y : boxes[it].y > at.y));
    return nearest(boxes, inColumn, at);
}

function nearest(boxes: Box[], candidates: number[], at: Box): number | undefined {
    const far = (it: number) => Math.abs(boxes[it].y - at.y) + Math.abs(boxes[it].x - at.x) / 4;
    return candidates.reduce<number | undefined>((best, it) => (best === undefined || far(it) < far(best) ? it : best), undefined);
}

export function boxAt(drawing: Drawing, x: number, y: number): number | undefined {
    const found = drawing.boxes.findIndex((it) => x >= it.x && x <= it.x + it.width && y >= it.y && y <= it.y + it.height);
    return found < 0 ? undefined : found;
}

/** The line that passes within a distance of a point. */
export function lineAt(drawing: Drawing, x: number, y: number, distance: number): number | undefined {
    const found = drawing.lines.findIndex(({ points }) => {
        for (let i = 0; i + 3 < points.length; i += 2) {
            if (away(x, y, points[i], points[i + 1], points[i + 2], points[i + 3]) <= distance) {
                return true;
            }
        }
        return false;
    });
    return found < 0 ? undefined : found;
}

/** How far a point is from a curve between two others, which is drawn as an S. */
function away(x: number, y: number, fromX: number, fromY: number, toX: number, toY: number): number {
    if (x < Math.min(fromX, toX) || x > Math.max(fromX, toX)) {
        return Infinity;
    }
    const along = toX === fromX ? 0 : (x - fromX) / (toX - fromX);
    const smooth = along * along * (3 - 2 * along);
    return Math.abs(y - (fromY + (toY - fromY) * smooth));
}
