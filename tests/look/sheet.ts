/**
 * Pictures of every screen of every role and of borrower pages, at each width and scheme, with a contact sheet; reports
 * overflow and layout shift. With `--faults` also accessibility violations at 390, 900 and 1280 px, light, dark and
 * forced colours, at 400 % zoom, and small touch targets. `npm run look -- [--faults] [--url http://localhost:3000]
 * [--role agent] [--only home,borrowers] [--widths 390,1280] [--scheme dark] [--tall 2] [--out folder]`
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type Page, chromium } from 'playwright';
import { type Shell } from '../../src/kernel/ui/module.ts';
import { screens } from '../../src/app/client/screens/screens.ts';
import { launch } from '../e2e/launch.ts';
import { open, openAllHours } from '../e2e/main-job/people.ts';
import { signIn } from '../e2e/people.ts';
import { followShifts } from '../e2e/shift.ts';
import { startServer } from '../e2e/server.ts';
import { lookAsPayer } from './payer.ts';
import { type Picture, type Sights, listOf, look, schemes, sheetOf } from './sights.ts';

const { values: asked } = parseArgs({
  options: {
    faults: { type: 'boolean', default: false },
    url: { type: 'string' },
    role: { type: 'string' },
    only: { type: 'string' },
    widths: { type: 'string' },
    scheme: { type: 'string' },
    tall: { type: 'string', default: '1' },
    out: { type: 'string', default: '.cache/look' },
  },
});

const accountOf: Record<Exclude<Shell, 'public'>, string> = {
  agent: 'agent',
  desk: 'lead',
  admin: 'admin',
  portal: 'client',
};
/** A few masters are for the system admin. */
const systemOnly = 'system-admin';
const signIns = ['/login', '/forgot-password', '/set-password?token=unknown'];
const usual = asked.faults
  ? { widths: '320,390,900,1280', scheme: 'light,dark,forced' }
  : { widths: '390,820,900,1280,1920', scheme: 'light,dark' };
const named = (asked.scheme ?? usual.scheme).split(',');
const sights: Sights = {
  widths: (asked.widths ?? usual.widths).split(',').map(Number),
  schemes: schemes.filter((one) => named.includes(one)),
  tall: Number(asked.tall),
  hasFaults: asked.faults,
  out: path.resolve(asked.out),
};
const only = asked.only?.split(',');
fs.mkdirSync(sights.out, { recursive: true });

const nameOf = (address: string): string =>
  (address.split('?')[0] ?? address).replaceAll(/\W+/gu, '-').replaceAll(/^-|-$/gu, '') || 'root';
const isAsked = (name: string): boolean =>
  !only || only.some((one) => name === one || name === `admin-${one}`);

async function someBorrower(page: Page, shell: Shell): Promise<string> {
  await page.goto(shell === 'admin' ? '/admin/borrowers' : '/borrowers');
  const link = page.locator('main a[href*="view-borrower"]').first();
  return (await link.getAttribute('href')) ?? '/view-borrower';
}

async function walk(browser: Browser, url: string, shell: Shell): Promise<Picture[]> {
  const context = await browser.newContext({ baseURL: url, serviceWorkers: 'block' });
  await followShifts(context);
  const page = await context.newPage();
  const pictures: Picture[] = [];
  const takeAll = async (addresses: readonly string[]): Promise<void> => {
    for (const address of new Set(addresses.filter((one) => isAsked(nameOf(one))))) {
      const way = address === '/view-borrower' ? await someBorrower(page, shell) : address;
      const place = { shell, name: nameOf(address), open: () => page.goto(way) };
      pictures.push(...(await look(page, place, sights)));
    }
  };
  const own = screens.filter((screen) => screen.shell === shell);
  const pathsOf = (isSystem: boolean): string[] =>
    own.filter(({ can }) => (can === systemOnly) === isSystem).map((screen) => screen.path);
  if (shell !== 'public') await signIn(page, accountOf[shell]);
  await takeAll([...pathsOf(false), ...(shell === 'public' ? signIns : [])]);
  if (pathsOf(true).some((one) => isAsked(nameOf(one)))) {
    await context.clearCookies();
    await signIn(page, 'system');
    await takeAll(pathsOf(true));
  }
  await context.close();
  return pictures;
}

async function startOwn(browser: Browser) {
  const server = await startServer({ env: { DEMO_LOANS: '1200' } });
  const admin = await open(browser, server.url, 'admin');
  await openAllHours(admin);
  await admin.context().close();
  return server;
}

const browser = await chromium.launch(launch);
const own = asked.url ? undefined : await startOwn(browser);
const pictures: Picture[] = [];
try {
  const url = asked.url ?? own?.url ?? '';
  for (const shell of ['public', 'agent', 'desk', 'admin', 'portal'] as const)
    if (!asked.role || asked.role === shell) {
      pictures.push(...(await walk(browser, url, shell)));
      if (shell === 'public') pictures.push(...(await lookAsPayer(browser, url, sights, isAsked)));
    }
} finally {
  await browser.close();
  await own?.remove();
}
const sheet = path.join(sights.out, 'index.html');
fs.writeFileSync(sheet, sheetOf(pictures));
const faulty = pictures.filter(({ faults }) => faults.length > 0);
process.stdout.write(
  `${pictures.length} pictures, ${faulty.length} with faults: ${sheet}\n${listOf(pictures)}`,
);
process.exitCode = faulty.length > 0 ? 1 : 0;
