/**
 * `npm run gallery -- [--keep]`: pictures of every kit part in every state, at 390 and 1280 px, light and dark, with
 * accessibility violations, on one sheet. `--keep` stores the current pictures as the test baseline.
 */
import fs from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright';
import { launch } from '../e2e/launch.ts';
import { flaws } from '../e2e/sight.ts';
import { loadInter } from './inter.ts';
import { type Looks, differences, keepLooks, keptLooks, looksOf } from './looks.ts';
import { schemes, sights, sizes } from './sights.ts';
import { serveStates } from './site.ts';

const isKept = process.argv.includes('--keep');
const out = path.resolve('.cache/gallery');
fs.mkdirSync(out, { recursive: true });
const site = await serveStates();
const browser = await chromium.launch(launch);
const looks: Record<string, Looks> = {};
const figures: string[] = [];
let faults = 0;
const before = isKept ? {} : keptLooks();
async function takeAll(): Promise<void> {
  for (const { name, query, ready, parts, without } of sights)
    for (const size of sizes)
      for (const scheme of schemes) {
        const context = await browser.newContext({
          viewport: size,
          colorScheme: scheme,
          reducedMotion: 'reduce',
        });
        const page = await context.newPage();
        await page.goto(`${site.url}index.html?${query}`);
        await loadInter(page);
        await ready(page);
        const key = `${name} ${size.width} ${scheme}`;
        const now = await looksOf(page, parts);
        looks[key] = now;
        const told = [
          ...(await flaws(page, without)),
          ...(isKept ? [] : differences(before[key] ?? {}, now)),
        ];
        faults += told.length;
        const picture = `${key.replaceAll(/\W+/gu, '-')}.png`;
        await page.screenshot({ path: path.join(out, picture), fullPage: name === 'parts' });
        const said = told.length === 0 ? 'clean' : `<b>${told.join('<br>')}</b>`;
        figures.push(
          `<figure><img loading="lazy" src="${picture}" alt="${key}"><figcaption>${key}: ${said}</figcaption></figure>`,
        );
        await context.close();
      }
}
try {
  await takeAll();
} finally {
  await browser.close();
  await site.stop();
}
if (isKept) keepLooks(looks);
fs.writeFileSync(
  path.join(out, 'index.html'),
  `<!doctype html><meta charset="utf-8"><title>The kit</title><style>body{font:13px system-ui;margin:20px;background:#ddd}
figure{display:inline-block;margin:6px;vertical-align:top;max-width:640px}img{display:block;max-height:520px;max-width:100%;border-radius:6px}
b{color:#b92323}</style>${figures.join('\n')}`,
);
process.stdout.write(`${figures.length} pictures, ${faults} faults: ${path.join(out, 'index.html')}\n`);
process.exitCode = faults > 0 ? 1 : 0;
