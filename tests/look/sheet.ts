/**
 * Pictures of every screen of every role, at each width and in both schemes, and one contact sheet of them.
 * `npm run look -- [--url http://localhost:3000] [--role agent] [--only home,borrowers] [--widths 390,1280]
 * [--scheme dark] [--out folder]`
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, type Page, chromium } from 'playwright';
import { type Shell } from '../../src/kernel/ui/module.ts';
import { screens } from '../../src/app/client/screens.ts';
import { launch } from '../e2e/launch.ts';
import { wideAs } from '../e2e/sight.ts';
import { signIn } from '../e2e/people.ts';
import { startServer } from '../e2e/server.ts';

const { values: asked } = parseArgs({
  options: {
    url: { type: 'string' },
    role: { type: 'string' },
    only: { type: 'string' },
    widths: { type: 'string', default: '390,820,900,1280,1920' },
    scheme: { type: 'string', default: 'light,dark' },
    out: { type: 'string', default: '.cache/look' },
  },
});

const heights: Record<number, number> = { 390: 844, 820: 1180, 900: 900, 1280: 800, 1920: 1080 };
const accountOf: Record<Shell, string> = {
  agent: 'agent',
  desk: 'lead',
  admin: 'admin',
  portal: 'client',
  public: '',
};
const signIns = ['/login', '/forgot-password', '/set-password?token=unknown'];
const schemes = ['light', 'dark'] as const;
const widths = asked.widths.split(',').map(Number);
const only = asked.only?.split(',');
const out = path.resolve(asked.out);
fs.mkdirSync(out, { recursive: true });

const nameOf = (address: string): string =>
  address.replaceAll(/\W+/gu, '-').replaceAll(/^-|-$/gu, '') || 'root';
const isAsked = (address: string): boolean =>
  !only || only.some((one) => nameOf(address) === one || nameOf(address) === `admin-${one}`);

interface Picture {
  shell: Shell;
  name: string;
  width: number;
  scheme: string;
  file: string;
  overflow: number;
}
const pictures: Picture[] = [];

async function someBorrower(page: Page, shell: Shell): Promise<string> {
  await page.goto(shell === 'admin' ? '/admin/borrowers' : '/borrowers');
  const link = page.locator('main a[href*="view-borrower"]').first();
  return (await link.getAttribute('href')) ?? '/view-borrower';
}

async function takeAll(page: Page, shell: Shell, address: string): Promise<void> {
  for (const scheme of schemes.filter((one) => asked.scheme.includes(one))) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    for (const width of widths) {
      await page.setViewportSize({ width, height: heights[width] ?? 800 });
      await page.goto(address);
      await page.waitForLoadState('networkidle');
      const name = nameOf(address.split('?')[0] ?? address);
      const file = `${shell}-${name}-${width}-${scheme}.png`;
      await page.screenshot({ path: path.join(out, file) });
      pictures.push({ shell, name, width, scheme, file, overflow: await wideAs(page) });
    }
  }
}

async function contextOf(browser: Browser, url: string): Promise<BrowserContext> {
  return browser.newContext({
    baseURL: url,
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 800 },
  });
}

async function walk(browser: Browser, url: string, shell: Shell): Promise<void> {
  const context = await contextOf(browser, url);
  const page = await context.newPage();
  if (shell !== 'public') await signIn(page, accountOf[shell]);
  const own = screens.filter((screen) => screen.shell === shell).map((screen) => screen.path);
  const addresses = [...new Set(shell === 'public' ? [...own, ...signIns] : own)];
  for (const address of addresses.filter(isAsked))
    await takeAll(page, shell, address === '/view-borrower' ? await someBorrower(page, shell) : address);
  await context.close();
}

const sheetOf = (
  shown: readonly Picture[],
): string => `<!doctype html><meta charset="utf-8"><title>Recoup</title>
<style>body{font:13px system-ui;margin:20px;background:#ddd}section{margin:0 0 28px}figure{display:inline-block;
margin:6px;vertical-align:top}img{display:block;height:420px;border-radius:6px}figcaption{padding:4px}b{color:#b92323}</style>
${[...Map.groupBy(shown, ({ shell, name }) => `${shell} · ${name}`)]
  .map(
    ([title, some]) =>
      `<section><h2>${title}</h2>${some
        .map(
          ({ file, width, scheme, overflow }) =>
            `<figure><img loading="lazy" src="${file}" alt="${title}, ${width}, ${scheme}"><figcaption>${width} ${scheme}${
              overflow > 0 ? ` <b>${overflow} px too wide</b>` : ''
            }</figcaption></figure>`,
        )
        .join('')}</section>`,
  )
  .join('\n')}`;

const own = asked.url ? undefined : await startServer({ env: { DEMO_LOANS: '1200' } });
const browser = await chromium.launch(launch);
try {
  const url = asked.url ?? own?.url ?? '';
  for (const shell of ['public', 'agent', 'desk', 'admin', 'portal'] as const)
    if (!asked.role || asked.role === shell) await walk(browser, url, shell);
} finally {
  await browser.close();
  await own?.remove();
}
fs.writeFileSync(path.join(out, 'index.html'), sheetOf(pictures));
const tooWide = pictures.filter(({ overflow }) => overflow > 0);
process.stdout.write(
  `${pictures.length} pictures, ${tooWide.length} too wide: ${path.join(out, 'index.html')}\n`,
);
for (const { file, overflow } of tooWide) process.stdout.write(`  ${file}: ${overflow} px too wide\n`);
process.exitCode = tooWide.length > 0 ? 1 : 0;
