/** Picture settings: width, height, and colour scheme; and one address in all of them. */
import path from 'node:path';
import type { Page } from 'playwright';
import { mostShift, shiftOf } from '../e2e/shift.ts';
import { cutWords, flaws, tooSmall, wideAs } from '../e2e/sight.ts';

/** Enlarged four times, 1280 by 1024 is 320 by 256. */
const heights: Readonly<Record<number, number>> = {
  320: 256,
  390: 844,
  820: 1180,
  900: 900,
  1280: 800,
  1920: 1080,
};
/** Desk width: the page is reloaded, without a rotated phone's state. */
const deskFrom = 900;
const phoneMost = 390;
/** Longer than a chart's resize. */
const restMs = 120;
/** A busy host is slow; a board with running timers never settles. */
const mostMs = 12_000;

export const schemes = ['light', 'dark', 'forced'] as const;
export type Scheme = (typeof schemes)[number];

export interface Sights {
  widths: readonly number[];
  schemes: readonly Scheme[];
  /** How many windows high a picture is. */
  tall: number;
  /** Also checks accessibility rules. */
  hasFaults: boolean;
  out: string;
}
export interface Picture {
  shell: string;
  name: string;
  width: number;
  scheme: Scheme;
  file: string;
  faults: string[];
}

const emulate = (page: Page, scheme: Scheme): Promise<void> =>
  page.emulateMedia({
    colorScheme: scheme === 'dark' ? 'dark' : 'light',
    forcedColors: scheme === 'forced' ? 'active' : 'none',
    reducedMotion: 'reduce',
  });

/** Until nothing loads and the text is stable: a layout may load with a width. */
async function settle(page: Page): Promise<void> {
  const said = (): Promise<string> =>
    page.evaluate(() =>
      document.querySelector('[aria-busy="true"]')
        ? ''
        : (document.querySelector('main') ?? document.body).textContent,
    );
  const until = Date.now() + mostMs;
  for (let before = ''; Date.now() < until;) {
    await page.waitForTimeout(restMs);
    await page.evaluate(
      () => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 2000 })),
    );
    const now = await said();
    if (now !== '' && now === before) return;
    before = now;
  }
}

async function faultsOf(page: Page, { hasFaults }: Sights, width: number, scheme: Scheme): Promise<string[]> {
  const over = await wideAs(page);
  const wide = [...(over > 0 ? [`${over} px too wide`] : []), ...(await cutWords(page))];
  if (!hasFaults) return wide;
  // The system controls forced colours; elements below a bar are measured elsewhere.
  const without = scheme === 'forced' ? ['target-size', 'color-contrast'] : ['target-size'];
  const small = width <= phoneMost && scheme === 'light' ? await tooSmall(page) : [];
  return [...wide, ...(await flaws(page, without)), ...small];
}

/** Layout shift since loading, and its main sources. */
async function movedOn(page: Page): Promise<string[]> {
  const { sum } = await shiftOf(page);
  if (sum <= mostShift) return [];
  const [first] = await page.evaluate(() => globalThis.shifts.toSorted((a, b) => b.value - a.value));
  return [`moves by ${sum.toFixed(3)}: ${first?.what.join('; ') ?? ''}`];
}

/** All pictures of one screen; `open` loads it, again when a reload is needed. */
export async function look(
  page: Page,
  place: { shell: string; name: string; open: () => Promise<unknown>; isKept?: boolean },
  sights: Sights,
): Promise<Picture[]> {
  const pictures: Picture[] = [];
  const { shell, name } = place;
  const sizes = [
    sights.widths.filter((width) => width < deskFrom),
    sights.widths.filter((width) => width >= deskFrom),
  ].filter((some) => some.length > 0);
  for (const [turn, some] of sizes.entries()) {
    await emulate(page, sights.schemes[0] ?? 'light');
    await page.setViewportSize({ width: some[0] ?? 1280, height: heights[some[0] ?? 1280] ?? 800 });
    if (turn === 0 || !place.isKept) await place.open();
    await page.waitForLoadState('networkidle');
    for (const width of some)
      for (const scheme of sights.schemes) {
        await emulate(page, scheme);
        await page.setViewportSize({ width, height: (heights[width] ?? 800) * sights.tall });
        await settle(page);
        const file = `${shell}-${name}-${width}-${scheme}.png`;
        await page.screenshot({ path: path.join(sights.out, file) });
        const faults = await faultsOf(page, sights, width, scheme);
        if (width === some[0] && scheme === sights.schemes[0] && !place.isKept)
          faults.push(...(await movedOn(page)));
        pictures.push({ shell, name, width, scheme, file, faults });
      }
  }
  return pictures;
}

const sections = (pictures: readonly Picture[]): string =>
  [...Map.groupBy(pictures, ({ shell, name }) => `${shell} · ${name}`)]
    .map(
      ([title, some]) =>
        `<section><h2>${title}</h2>${some
          .map(
            ({ file, width, scheme, faults }) =>
              `<figure><img loading="lazy" src="${file}" alt="${title}, ${width}, ${scheme}"><figcaption>${width} ${scheme}${
                faults.length > 0 ? ` <b>${faults.length} faults</b>` : ''
              }</figcaption></figure>`,
          )
          .join('')}</section>`,
    )
    .join('\n');

export const sheetOf = (pictures: readonly Picture[]): string =>
  `<!doctype html><meta charset="utf-8"><title>Recoup</title>
<style>body{font:13px system-ui;margin:20px;background:#ddd}section{margin:0 0 28px}figure{display:inline-block;
margin:6px;vertical-align:top}img{display:block;height:420px;border-radius:6px}figcaption{padding:4px}b{color:#b92323}</style>
${sections(pictures)}`;

/** Each fault once, with where it was seen. */
export function listOf(pictures: readonly Picture[]): string {
  const seen = pictures.flatMap(({ shell, name, width, scheme, faults }) =>
    faults.map((fault) => ({ fault: `${shell} ${name}: ${fault}`, at: `${width} ${scheme}` })),
  );
  return [...Map.groupBy(seen, ({ fault }) => fault)]
    .map(([fault, some]) => `  ${fault} (${some.map(({ at }) => at).join(', ')})\n`)
    .join('');
}
