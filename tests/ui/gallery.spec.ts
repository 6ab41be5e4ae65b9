/** The kit matches `looks.json`: `npm run gallery -- --keep` stores a reviewed new baseline. */
import { expect } from '@playwright/test';
import { flaws, wideAs } from '../e2e/sight.ts';
import { test } from './kit.ts';
import { type Look, differences, keptLooks, looksOf } from './looks.ts';
import { isSeen, schemes, sights, sizes } from './sights.ts';

const kept = keptLooks();

for (const { name, query, ready, parts, without } of sights)
  test(`${name} matches its snapshot, fits and is clean`, async ({ page, open }) => {
    for (const size of sizes) {
      for (const scheme of schemes.filter((one) => isSeen(name, size.width, one))) {
        await page.emulateMedia({ colorScheme: scheme });
        await open(query, size);
        await ready(page);
        const key = `${name} ${size.width} ${scheme}`;
        expect.soft(differences(kept[key] ?? {}, await looksOf(page, parts)), key).toEqual([]);
        expect.soft(await wideAs(page), `${key}: too wide`).toBeLessThanOrEqual(0);
        expect.soft(await flaws(page, without), key).toEqual([]);
      }
    }
  });

test('lost colour, height or buttons of a part are distinguished from other glyphs', () => {
  const look: Look = {
    size: [300, 40],
    colours: { ffffff: 0.7, '009070': 0.2 },
    heights: [36, 36],
  };
  const of = (o: Partial<Look>): string[] => differences({ pill: look }, { pill: { ...look, ...o } });
  expect(of({ size: [312, 43], colours: { fefefe: 0.66, '009070': 0.24 }, heights: [38, 37] })).toEqual([]);
  expect(of({ colours: { ffffff: 0.9 } })).not.toEqual([]);
  expect(of({ colours: { ffffff: 0.7, '00a070': 0.2 } })).toHaveLength(2);
  expect(of({ heights: [36, 48] })).toHaveLength(1);
  expect(of({ heights: [36] })).toHaveLength(1);
  expect(of({ size: [300, 60] })).toHaveLength(1);
  expect(differences({ pill: look }, {})).toEqual(['pill is gone']);
});
