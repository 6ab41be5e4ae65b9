/**
 * A lender's file of 100,000 rows (IMPORT_ROWS) is selected and checked: delay until its first rejected row is shown,
 * one near the start before upload, one at the end after the check.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { choose } from '../e2e/main-job/people.ts';
import { signIn } from '../e2e/people.ts';
import { startServer } from '../e2e/server.ts';
import { openBrowser, slow } from './browser.ts';
import { median, report } from './kit.ts';

const many = Number(process.env.IMPORT_ROWS ?? 100_000);
const tries = 5;
const browser = await openBrowser();
const server = await startServer();

/** One amount that is none, in one row of the file. */
async function fileWith(badRow: number): Promise<string> {
  const lines = Array.from(
    { length: many },
    (_, i) =>
      `DR${1_000_000 + i},Asha Rao ${i},9876543210,${i + 2 === badRow ? 'many' : '12300.50'},05-04-2025,"${i}, Gandhi Road",Patna`,
  );
  const path = join(server.dataDir, `bad-${badRow}.csv`);
  await writeFile(
    path,
    `LOAN NUMBER,BORROWER NAME,MOBILE,POS,EMI START DATE,ADDRESS,CITY\n${lines.join('\n')}\n`,
  );
  return path;
}

/** Milliseconds from selecting the file, or a click, to a text on the screen. */
async function until(page: Page, event: 'change' | 'click', words: string, act: () => Promise<unknown>) {
  await page.evaluate(
    ([event, words]) => {
      const mark = window as unknown as { took: Promise<number> };
      mark.took = new Promise((resolve) => {
        let start = 0;
        document.addEventListener(event, () => (start ||= performance.now()), { capture: true, once: true });
        const look = new MutationObserver(() => {
          if (!start || !document.body.textContent.includes(words)) return;
          look.disconnect();
          // Painted with the next frame.
          requestAnimationFrame(() => resolve(performance.now() - start));
        });
        look.observe(document.body, { childList: true, subtree: true, characterData: true });
      });
    },
    [event, words] as const,
  );
  await act();
  return page.evaluate(() => (window as unknown as { took: Promise<number> }).took);
}

async function openForm(page: Page): Promise<void> {
  await page.goto('/admin/files?upload=CUSTOMER_FILE');
  await page.getByRole('button', { name: 'Check first' }).waitFor();
}
const input = (page: Page) => page.locator('input[type=file]');

const context = await browser.newContext({ baseURL: server.url });
const page = await context.newPage();
await signIn(page, 'admin');
const early = await fileWith(8);
const picked = async (): Promise<number> => {
  const took: number[] = [];
  for (let i = 0; i < tries; i += 1) {
    await openForm(page);
    took.push(await until(page, 'change', 'Row 8, POS', () => input(page).setInputFiles(early)));
  }
  return median(took);
};
report(`${many} rows picked, the first bad row on the screen`, await picked(), { unit: 'ms', atMost: 500 });

const late = await fileWith(many);
await openForm(page);
await input(page).setInputFiles(late);
const sheet = page.getByRole('dialog');
await choose(page, sheet, 'Client', 'Svasti Microfinance');
await choose(page, sheet, 'Portfolio', 'Svasti');
const check = sheet.getByRole('button', { name: 'Check first' });
const counted = await until(page, 'click', `Row ${many}, POS`, () => check.click());
report('sent and counted, its last row on the screen', counted, { unit: 'ms' });
report('rows a second, sent and counted', (1000 * many) / counted);

await slow(context, page);
report('the first bad row where the device is four times slower', await picked(), {
  unit: 'ms',
  atMost: 500,
});

await browser.close();
await server.remove();
process.exit(0);
