/** Appearance of a kit part, independent of system fonts: its colours and measures. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

/** Fill colours with their area share; and sizes of the part and its buttons. */
export interface Look {
  size: [width: number, height: number];
  colours: Record<string, number>;
  heights: number[];
}
export type Looks = Record<string, Look>;

const file = new URL('./looks.json', import.meta.url);
export const keptLooks = (): Record<string, Looks> =>
  JSON.parse(readFileSync(file, 'utf8')) as Record<string, Looks>;
export const keepLooks = (looks: Record<string, Looks>): void =>
  writeFileSync(file, `${JSON.stringify(looks)}\n`);

/** Of all parts of a page at once, out of one picture. */
export async function looksOf(page: Page, selector: string): Promise<Looks> {
  const picture = await page.screenshot({
    fullPage: selector === '[data-part]',
    animations: 'disabled',
    scale: 'css',
  });
  return page.evaluate(
    async ({ data, parts }) => {
      const image = new Image();
      image.src = data;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const pen = canvas.getContext('2d', { willReadFrequently: true });
      pen?.drawImage(image, 0, 0);
      const rounded = (pixels: number): number => Math.round(pixels);
      const looks: Looks = {};
      for (const part of document.querySelectorAll<HTMLElement>(parts)) {
        const { left, top, width, height } = part.getBoundingClientRect();
        // Overlays are captured with the window, not with the page.
        const isWhole = parts === '[data-part]';
        const at = { x: rounded(left + (isWhole ? scrollX : 0)), y: rounded(top + (isWhole ? scrollY : 0)) };
        const pixels = pen?.getImageData(
          at.x,
          at.y,
          Math.max(1, rounded(width)),
          Math.max(1, rounded(height)),
        ).data;
        const counted = new Map<number, number>();
        for (let i = 0; pixels && i < pixels.length; i += 4) {
          const colour = ((pixels[i] ?? 0) << 16) | ((pixels[i + 1] ?? 0) << 8) | (pixels[i + 2] ?? 0);
          counted.set(colour, (counted.get(colour) ?? 0) + 1);
        }
        const all = rounded(width) * rounded(height);
        // The edges of letters are of hundreds of colours; what fills something is of one.
        const filling = [...counted].filter(([, n]) => n > all / 500 && n > 60);
        const pressed = part.querySelectorAll('button, input, select, li, tr, [role=row]');
        const called = part.dataset.part ?? part.ariaLabel ?? part.localName;
        const again = Object.keys(looks).filter((one) => one.startsWith(called)).length;
        looks[again ? `${called} ${again + 1}` : called] = {
          size: [rounded(width), rounded(height)],
          colours: Object.fromEntries(
            filling.map(([colour, n]) => [colour.toString(16).padStart(6, '0'), n / all]),
          ),
          heights: [...pressed].slice(0, 40).map((one) => rounded(one.getBoundingClientRect().height)),
        };
      }
      return looks;
    },
    { data: `data:image/png;base64,${picture.toString('base64')}`, parts: selector },
  );
}

const apart = (one: string, other: string): number =>
  Math.max(
    ...[0, 2, 4].map((at) =>
      Math.abs(Number.parseInt(one.slice(at, at + 2), 16) - Number.parseInt(other.slice(at, at + 2), 16)),
    ),
  );
/** Rounding of a blend differs from one build of a browser to the next. */
const sameColour = 3;
const seen = 0.02;
const isNear = (one: number, other: number, share: number, least: number): boolean =>
  Math.abs(one - other) <= Math.max(least, share * Math.max(one, other));

/** Area share of this colour, or an indistinguishable one. */
const covered = ({ colours }: Look, colour: string): number =>
  Object.entries(colours).reduce(
    (sum, [one, share]) => sum + (apart(colour, one) <= sameColour ? share : 0),
    0,
  );

/** Differences of a part from the baseline, as text; glyphs may be slightly wider or higher. */
export function differences(kept: Looks, now: Looks): string[] {
  return Object.keys({ ...kept, ...now }).flatMap((part) => {
    const [was, is] = [kept[part], now[part]];
    if (!was || !is) return [`${part} is ${is ? 'new' : 'gone'}`];
    const lost = (from: Look, to: Look, how: string): string[] =>
      Object.keys(from.colours)
        .filter((colour) => {
          const [share, there] = [covered(from, colour), covered(to, colour)];
          // Small areas may be glyphs, with too little of one colour on another host.
          return share >= seen / 2 && (there === 0 ? share >= seen : !isNear(there, share, 0.4, seen));
        })
        .map((colour) => `${part}: #${colour} ${how}`);
    const measures = was.heights.flatMap((height, i) =>
      isNear(height, is.heights[i] ?? 0, 0.12, 3)
        ? []
        : [`${part}: ${i}. was ${height} high, is ${is.heights[i]}`],
    );
    return [
      ...lost(was, is, 'is gone or covers more or less'),
      ...lost(is, was, 'is new'),
      ...(isNear(was.size[1], is.size[1], 0.15, 8)
        ? []
        : [`${part} was ${was.size[1]} high, is ${is.size[1]}`]),
      ...(was.heights.length === is.heights.length ? measures : [`${part} has another number of things`]),
    ];
  });
}
