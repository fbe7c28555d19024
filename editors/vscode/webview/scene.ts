// Draws the picture, or the part of it that is seen.

import type { Box, Drawing, Line } from '../src/graph/messages';
import type { Colors } from './colors';
import type { Area, Transform } from './transform';

/** Smaller than this, labels cannot be read and lines need no curves. */
const READABLE = 0.4;
const FONT = '12px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace';

export interface Marks {
    selected: number | undefined;
    /** The box of what the cursor is in. */
    current: number | undefined;
    /** Boxes that were searched for. */
    found: ReadonlySet<number>;
    numbers: boolean;
}

/** A curve is drawn in parts of which so many go across the window. */
const PARTS = 4;
/** No line reaches further beyond its course, with its head. */
const LINE = 12;
/** Around the boxes there is so much room. */
const MARGIN = 16;

export class Scene {
    /** Where something is: boxes that stay where they stood leave room above. */
    readonly area: Area;
    /** For each line the corners of what it covers. */
    private covers: Float64Array = new Float64Array();
    private readonly styles = new Map<string, number[]>();

    constructor(readonly drawing: Drawing) {
        this.area = around(drawing);
        this.covers = new Float64Array(drawing.lines.length * 4);
        for (const [number, { points }] of drawing.lines.entries()) {
            let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
            for (let i = 0; i + 1 < points.length; i += 2) {
                left = Math.min(left, points[i]);
                right = Math.max(right, points[i]);
                top = Math.min(top, points[i + 1]);
                bottom = Math.max(bottom, points[i + 1]);
            }
            this.covers.set([left, top, right, bottom], number * 4);
        }
        for (const [number, line] of drawing.lines.entries()) {
            const style = styleOf(line);
            const same = this.styles.get(style);
            if (same === undefined) {
                this.styles.set(style, [number]);
            } else {
                same.push(number);
            }
        }
    }

    draw(context: CanvasRenderingContext2D, transform: Transform, width: number, height: number, ratio: number, colors: Colors, marks: Marks): void {
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        context.fillStyle = colors.back;
        context.fillRect(0, 0, width, height);
        const { scale, x, y } = transform;
        context.setTransform(ratio * scale, 0, 0, ratio * scale, -x * scale * ratio, -y * scale * ratio);
        const [right, bottom] = [x + width / scale, y + height / scale];
        // Lines with a colour of their own are drawn last, cycles above all: no other line hides them, nor does a selection.
        const styles = [...this.styles].sort(([a], [b]) => (a < b ? -1 : 1));
        const [plain, telling] = [styles.filter(([style]) => style.startsWith(PLAIN)), styles.filter(([style]) => !style.startsWith(PLAIN))];
        const room = LINE / scale;
        const seen: Seen = [x - room, y - room, right + room, bottom + room];
        plain.forEach(([style, numbers]) => this.lines(context, style, numbers, seen, scale, colors));
        if (marks.selected !== undefined) {
            this.around(context, marks.selected, seen, scale, colors);
        }
        telling.forEach(([style, numbers]) => this.lines(context, style, numbers, seen, scale, colors));
        context.font = FONT;
        context.textBaseline = 'middle';
        for (const [number, box] of this.drawing.boxes.entries()) {
            if (box.x <= right && box.y <= bottom && box.x + box.width >= x && box.y + box.height >= y) {
                drawBox(context, box, number, scale, colors, marks);
            }
        }
    }

    private lines(context: CanvasRenderingContext2D, style: string, numbers: number[], seen: Seen, scale: number, colors: Colors): void {
        const curved = scale >= READABLE;
        const first = this.drawing.lines[numbers[0]];
        const path = new Path2D();
        const heads: number[] = [];
        for (const number of numbers) {
            const at = number * 4;
            const [left, top, right, bottom] = [this.covers[at], this.covers[at + 1], this.covers[at + 2], this.covers[at + 3]];
            if (left > seen[2] || top > seen[3] || right < seen[0] || bottom < seen[1]) {
                continue;
            }
            trace(path, this.drawing.lines[number].points, curved, seen);
            heads.push(number);
        }
        context.strokeStyle = lineColor(first, colors);
        context.lineWidth = Math.max(first.kind === 'notify' ? 2.4 : 1.2, (style.startsWith(CYCLE) ? 1.5 : style.startsWith(CHANGED) ? 1 : 0.5) / scale);
        // Dashes take long, and are not seen from afar.
        context.setLineDash(!curved ? [] : first.change === 'removed' ? [2, 4] : first.kind === 'contains' ? [3, 3] : first.automatic ? [6, 3] : []);
        context.stroke(path);
        context.setLineDash([]);
        if (curved && first.kind !== 'contains') {
            context.fillStyle = context.strokeStyle;
            context.beginPath();
            for (const number of heads) {
                head(context, this.drawing.lines[number].points);
            }
            context.fill();
        }
    }

    /** Highlights the lines to and from a box; a line with a colour of its own keeps it, and has this one on both sides. */
    private around(context: CanvasRenderingContext2D, box: number, seen: Seen, scale: number, colors: Colors): void {
        const [plain, telling] = [new Path2D(), new Path2D()];
        for (const line of this.drawing.lines) {
            if (line.from === box || line.to === box) {
                trace(styleOf(line).startsWith(PLAIN) ? plain : telling, line.points, scale >= READABLE, seen);
            }
        }
        context.strokeStyle = colors.selected;
        context.lineWidth = Math.max(2, 1.5 / scale);
        context.stroke(plain);
        context.lineWidth = Math.max(5.5, 4 / scale);
        context.stroke(telling);
    }
}

function around({ boxes, width, height }: Drawing): Area {
    if (boxes.length === 0) {
        return { x: 0, y: 0, width, height };
    }
    const [x, y] = [boxes.reduce((least, it) => Math.min(least, it.x), Infinity) - MARGIN, boxes.reduce((least, it) => Math.min(least, it.y), Infinity) - MARGIN];
    return { x, y, width: width - x, height: height - y };
}

/** Visible part of the picture: its left, upper, right and lower side. */
type Seen = [number, number, number, number];

/** How styles begin: lines that are like all others, those that differ, and those of cycles. */
const [PLAIN, CHANGED, CYCLE] = ['1', '5', '9'];

/** Lines that are drawn alike; they are drawn in the order of these names. */
function styleOf({ kind, automatic, cycle, change }: Line): string {
    return `${cycle ? CYCLE : change === undefined ? PLAIN : CHANGED}${kind}${automatic}${change ?? ''}`;
}

function lineColor(line: Line, colors: Colors): string {
    if (line.cycle || line.change === 'removed') {
        return colors.bad;
    }
    if (line.change === 'added') {
        return colors.added;
    }
    return line.kind === 'contains' ? colors.faint : colors.line;
}

function trace(path: Path2D, points: number[], curved: boolean, seen: Seen): void {
    if (points.length < 4) {
        return;
    }
    if (!curved) {
        path.moveTo(points[0], points[1]);
        for (let i = 2; i + 1 < points.length; i += 2) {
            path.lineTo(points[i], points[i + 1]);
        }
        return;
    }
    for (let i = 2; i + 1 < points.length; i += 2) {
        const [fromX, fromY, x, y] = [points[i - 2], points[i - 1], points[i], points[i + 1]];
        const middle = (fromX + x) / 2;
        curve(path, fromX, fromY, middle, fromY, middle, y, x, y, seen);
    }
}

/**
 * The parts of a curve that are seen: a line from far above to far below has thousands of dashes, and each takes its time. Where one
 * part ends and the next begins does not depend on what is seen of them, so that dashes stand still when the picture is moved.
 */
function curve(path: Path2D, ax: number, ay: number, bx: number, by: number, cx: number, cy: number, dx: number, dy: number, seen: Seen): void {
    const [left, right] = [Math.min(ax, bx, cx, dx), Math.max(ax, bx, cx, dx)];
    const [top, bottom] = [Math.min(ay, by, cy, dy), Math.max(ay, by, cy, dy)];
    if (left > seen[2] || top > seen[3] || right < seen[0] || bottom < seen[1]) {
        return;
    }
    if ((right - left) * PARTS <= seen[2] - seen[0] && (bottom - top) * PARTS <= seen[3] - seen[1]) {
        path.moveTo(ax, ay);
        path.bezierCurveTo(bx, by, cx, cy, dx, dy);
        return;
    }
    // In the middle of it, as de Casteljau does.
    const [abx, aby, bcx, bcy, cdx, cdy] = [(ax + bx) / 2, (ay + by) / 2, (bx + cx) / 2, (by + cy) / 2, (cx + dx) / 2, (cy + dy) / 2];
    const [abcx, abcy, bcdx, bcdy] = [(abx + bcx) / 2, (aby + bcy) / 2, (bcx + cdx) / 2, (bcy + cdy) / 2];
    const [x, y] = [(abcx + bcdx) / 2, (abcy + bcdy) / 2];
    curve(path, ax, ay, abx, aby, abcx, abcy, x, y, seen);
    curve(path, x, y, bcdx, bcdy, cdx, cdy, dx, dy, seen);
}

function head(context: CanvasRenderingContext2D, points: number[]): void {
    const [x, y] = points.slice(-2);
    const from = points[points.length - 4];
    if (x === undefined || from === undefined) {
        return;
    }
    const back = from <= x ? -8 : 8;
    context.moveTo(x, y);
    context.lineTo(x + back, y - 4);
    context.lineTo(x + back, y + 4);
    context.closePath();
}

function drawBox(context: CanvasRenderingContext2D, box: Box, number: number, scale: number, colors: Colors, marks: Marks): void {
    const isContainer = box.kind !== 'resource';
    context.fillStyle = box.kind === 'define' ? colors.define : isContainer ? colors.container : colors.box;
    context.strokeStyle = box.change === 'added' ? colors.added : box.change === 'removed' ? colors.bad : box.change === 'changed' ? colors.changed : colors.line;
    context.lineWidth = box.change === undefined ? 1 : Math.max(2, 1 / scale);
    if (marks.found.has(number)) {
        context.fillStyle = colors.found;
    }
    context.setLineDash(box.change === 'removed' && scale >= READABLE ? [4, 3] : []);
    context.beginPath();
    if (scale >= READABLE) {
        context.roundRect(box.x, box.y, box.width, box.height, isContainer ? 12 : 3);
    } else {
        context.rect(box.x, box.y, box.width, box.height);
    }
    context.fill();
    context.stroke();
    context.setLineDash([]);
    if (number === marks.selected || number === marks.current) {
        context.strokeStyle = number === marks.selected ? colors.selected : colors.current;
        context.lineWidth = Math.max(2.5, 2 / scale);
        context.strokeRect(box.x - 4, box.y - 4, box.width + 8, box.height + 8);
    }
    if (scale < READABLE) {
        return;
    }
    context.fillStyle = colors.text;
    const sign = box.change === undefined ? '' : { added: '+ ', removed: '− ', changed: '~ ' }[box.change];
    context.fillText(sign + box.label, box.x + 10, box.y + box.height / 2, box.width - 16);
    if (box.count > 1) {
        badge(context, String(box.count), box.x + box.width, box.y, colors);
    }
    if (marks.numbers && box.order !== undefined) {
        badge(context, String(box.order), box.x + 4, box.y, colors);
    }
}

/** A small number on the edge of a box. */
function badge(context: CanvasRenderingContext2D, text: string, x: number, y: number, colors: Colors): void {
    context.font = '9px sans-serif';
    const width = context.measureText(text).width + 6;
    context.fillStyle = colors.badge;
    context.beginPath();
    context.roundRect(x - width / 2, y - 7, width, 13, 6);
    context.fill();
    context.fillStyle = colors.badgeText;
    context.fillText(text, x - width / 2 + 3, y);
    context.font = FONT;
}
