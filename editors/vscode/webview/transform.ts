// Visible part of the picture, and its scale.

export const SMALLEST = 0.02;
export const LARGEST = 4;

/** A part of the picture, as a box is. */
export interface Area {
    x: number;
    y: number;
    width: number;
    height: number;
}

export class Transform {
    scale = 1;
    /** Point of the picture at the upper left corner of the window. */
    x = 0;
    y = 0;

    toPicture(x: number, y: number): [number, number] {
        return [this.x + x / this.scale, this.y + y / this.scale];
    }

    toWindow(x: number, y: number): [number, number] {
        return [(x - this.x) * this.scale, (y - this.y) * this.scale];
    }

    /** Zooms, and what is at a place of the window stays there. */
    zoom(factor: number, x: number, y: number): void {
        const [px, py] = this.toPicture(x, y);
        this.scale = Math.min(LARGEST, Math.max(SMALLEST, this.scale * factor));
        this.x = px - x / this.scale;
        this.y = py - y / this.scale;
    }

    pan(dx: number, dy: number): void {
        this.x -= dx / this.scale;
        this.y -= dy / this.scale;
    }

    /** All of a part of the picture is seen. */
    fit({ x, y, width, height }: Area, windowWidth: number, windowHeight: number): void {
        const all = Math.min(windowWidth / Math.max(width, 1), windowHeight / Math.max(height, 1));
        this.scale = Math.min(1, Math.max(SMALLEST, all));
        this.x = x + width / 2 - windowWidth / 2 / this.scale;
        this.y = y + height / 2 - windowHeight / 2 / this.scale;
    }

    /** Not smaller than this, and then with what is in an area in the middle. */
    atLeast(scale: number, { x, y, width, height }: Area, windowWidth: number, windowHeight: number): void {
        if (this.scale < scale) {
            this.scale = scale;
            this.x = x + width / 2 - windowWidth / 2 / scale;
            this.y = y + height / 2 - windowHeight / 2 / scale;
        }
    }

    /** Moves no further than needed to have a box in the window, with some room around. */
    reveal(box: Area, windowWidth: number, windowHeight: number): void {
        const room = 24 / this.scale;
        const along = (start: number, length: number, at: number, window: number): number => {
            const seen = window / this.scale;
            if (length + 2 * room > seen) {
                return start + length / 2 - seen / 2;
            }
            return Math.min(Math.max(at, start + length + room - seen), start - room);
        };
        this.x = along(box.x, box.width, this.x, windowWidth);
        this.y = along(box.y, box.height, this.y, windowHeight);
    }
}
