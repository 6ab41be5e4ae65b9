/**
 * Every screen of every role, by URL, in WebKit and Firefox. `npm run engines` runs it; arguments filter by name: `npm
 * run engines -- webkit /calls`.
 */
import { screens } from '../../src/app/client/screens/screens.ts';
import type { Screen, Shell } from '../../src/kernel/ui/module.ts';
import { demoPassword } from '../../src/app/demo/accounts.ts';
import { appText } from '../../src/text/en/app.ts';
import { startServer } from '../e2e/server.ts';
import { type Engine, type Opener, until } from './engine.ts';
import { findEngines } from './find.ts';
import { wrongWithPin } from './pin.ts';
import { takeUpdate } from './update.ts';

interface Seen {
  path: string;
  heading: string;
  /** What still loads, and under which title; empty: nothing. */
  loading: string;
  /** Letters on the page: while they come, it is still being drawn. */
  letters: number;
  /** Pixels by which it is wider than its window. */
  tooWide: number;
  /** A new version is offered; there is none. */
  isNewOffered: boolean;
}
interface Part {
  account?: string;
  paths: string[];
}

const desk = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

const look = `(() => {
  const page = document.documentElement;
  const place = document.querySelector('main') ?? document.body;
  return {
    path: location.pathname,
    heading: place.querySelector('h1, h2')?.innerText ?? '',
    loading: [...place.querySelectorAll('[aria-busy="true"], [role="status"][aria-label="${appText.loading}"]')]
      .map((part) => part.outerHTML.slice(0, 120) + ' in ' + (part.closest('section, article, main')?.innerText.slice(0, 60) ?? '')
        + (navigator.onLine ? '' : ', offline')).join('; '),
    letters: place.innerText.length,
    tooWide: page.scrollWidth - page.clientWidth,
    isNewOffered: document.body.innerText.includes(${JSON.stringify(appText.updateReady)}),
  };
})()`;

/** The page once idle; the latest state otherwise. */
async function settled(engine: Engine): Promise<Seen> {
  let before: Seen | undefined;
  let last: Seen | undefined;
  const isStill = (seen: Seen): boolean => {
    const is =
      seen.heading !== '' &&
      seen.loading === '' &&
      [before, last].every((one) => one?.letters === seen.letters && one.path === seen.path);
    before = last;
    last = seen;
    return is;
  };
  await until('a page that is drawn', () => engine.ask<Seen>(look), isStill, 20_000).catch(() => undefined);
  return last ?? (await engine.ask<Seen>(look));
}

const broken: readonly string[] = [appText.broken, appText.notReached, appText.chunkMissing];

/** What is wrong with the page at this address, if anything. */
function wrongWith(path: string, seen: Seen, isPhone: boolean): string | undefined {
  const asked = path.split('?')[0];
  if (broken.includes(seen.heading)) return `says “${seen.heading}”`;
  if (path !== '/' && seen.path !== asked) return `leads to ${seen.path}`;
  if (seen.heading === '') return 'has no heading';
  if (seen.loading !== '') return `is never loaded: ${seen.loading}`;
  if (seen.isNewOffered) return 'offers a new version where there is none';
  return isPhone && seen.tooWide > 0 ? `is ${seen.tooWide} px wider than a phone` : undefined;
}

const fill = (name: string, value: string): string =>
  `(() => { const input = document.querySelector('[name="${name}"]');
    input.value = ${JSON.stringify(value)}; input.dispatchEvent(new Event('input', { bubbles: true })); })()`;

async function signIn(engine: Engine, url: string, account: string): Promise<void> {
  await engine.open(`${url}/login`);
  await until(
    'the sign-in page',
    () => engine.ask<boolean>(`!!document.querySelector('[name="password"]')`),
    Boolean,
  );
  await engine.ask(fill('username', `${account}@recoup.test`));
  await engine.ask(fill('password', demoPassword));
  await engine.ask(`document.querySelector('button[type="submit"], form button:not([type])').click()`);
  await until(
    'a page of the console',
    () => engine.ask<Seen>(look),
    ({ path }) => path !== '/login' && path !== '/',
  );
  // Firefox reports resources missing on a page left early.
  await settled(engine);
}

async function signOut(engine: Engine): Promise<void> {
  await engine.ask(
    `fetch('/api/auth/logout', { method: 'POST', headers: { 'X-Requested-With': 'app' } }).then(() => 1)`,
  );
  await engine.ask(`(localStorage.clear(), sessionStorage.clear())`);
}

/** The screens of a shell; the last account of a list sees those that the first may not. */
function pathsOf(shell: Shell): string[] {
  return [
    ...new Set(screens.filter((one) => one.shell === shell && !isForSystem(one)).map(({ path }) => path)),
  ];
}
const isForSystem = ({ can }: Screen): boolean => can === 'system-admin';

const parts: readonly Part[] = [
  {
    paths: ['/login', '/forgot-password', '/set-password?token=unknown', '/page403', '/no-such-page', '/pay'],
  },
  { account: 'agent4', paths: ['/', ...pathsOf('agent')] },
  { account: 'lead', paths: ['/', ...pathsOf('desk')] },
  ...['manager', 'supervisor', 'officer'].map((account) => ({
    account,
    paths: ['/', '/home', '/borrowers'],
  })),
  { account: 'admin', paths: ['/', ...pathsOf('admin')] },
  { account: 'system', paths: ['/', ...screens.filter(isForSystem).map(({ path }) => path)] },
  { account: 'client', paths: ['/', ...pathsOf('portal')] },
];

/** The address of a borrower this person sees, as a list links to it. */
async function someBorrower(engine: Engine, url: string, account: string): Promise<string> {
  await engine.open(`${url}${account === 'admin' ? '/admin/borrowers' : '/borrowers'}`);
  const link = `document.querySelector('main a[href*="view-borrower"]')?.getAttribute('href') ?? ''`;
  return until('a borrower in the list', () => engine.ask<string>(link), Boolean);
}

/** Firefox reports this for the previous page's aborted loads; missing parts are visible on the page itself. */
const isOfPageBefore = /A ServiceWorker intercepted the request and encountered an unexpected error/;

async function walkPart(engine: Engine, url: string, { account, paths }: Part): Promise<string[]> {
  const faults: string[] = [];
  if (account) await signIn(engine, url, account);
  const isPhone = account === 'agent4';
  for (const one of paths) {
    const path = one === '/view-borrower' && account ? await someBorrower(engine, url, account) : one;
    await engine.resize(desk.width, desk.height);
    await engine.open(url + path);
    // The layout switches without a load: desk screens are also checked at phone size.
    for (const size of isPhone ? [desk, phone] : [desk]) {
      await engine.resize(size.width, size.height);
      const wrong = wrongWith(path, await settled(engine), size === phone);
      const thrown = engine.thrown().filter((text) => !isOfPageBefore.test(text));
      const at = `${account ?? 'nobody'} ${path} at ${size.width} px`;
      if (wrong) faults.push(`${at} ${wrong}`);
      if (thrown.length > 0) faults.push(`${at} throws ${thrown.join(' | ')}`);
    }
  }
  if (isPhone) {
    await engine.open(`${url}/home`);
    await settled(engine);
    const wrong = await wrongWithPin(engine).catch(String);
    if (wrong) faults.push(`${account} /home at ${phone.width} px ${wrong}`);
    await takeUpdate(engine).catch((error: unknown) => faults.push(`${account} /home ${String(error)}`));
    // A page left early would throw on the next.
    await settled(engine);
  }
  if (account) await signOut(engine);
  return faults;
}

const words = process.argv.slice(2);
const asked = {
  engines: words.filter((word) => !word.startsWith('/')),
  paths: words.filter((word) => word.startsWith('/')),
};
const isAsked = (among: readonly string[], name: string): boolean =>
  among.length === 0 || among.some((word) => name.toLowerCase().includes(word));
const walked = parts
  .map(({ account, paths }) => ({ account, paths: paths.filter((path) => isAsked(asked.paths, path)) }))
  .filter(({ paths }) => paths.length > 0);

async function walk({ name, start }: Opener, url: string): Promise<string[]> {
  const begun = Date.now();
  const engine = await start();
  const faults: string[] = [];
  try {
    for (const part of walked) faults.push(...(await walkPart(engine, url, part)));
  } finally {
    await engine.close();
  }
  const count = walked.reduce((sum, { paths }) => sum + paths.length, 0);
  const seconds = Math.round((Date.now() - begun) / 1000);
  process.stdout.write(`${name}: ${count} addresses, ${faults.length} faults, ${seconds} s\n`);
  for (const fault of faults) process.stdout.write(`  ${fault}\n`);
  return faults;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const found = findEngines();
const engines = typeof found === 'string' ? [] : found.filter(({ name }) => isAsked(asked.engines, name));
const missing =
  typeof found === 'string' ? found : `No engine or address has a name like ${words.join(' or ')}.`;
if (engines.length === 0 || walked.length === 0) {
  process.stderr.write(`${missing}\n`);
  process.exitCode = 1;
} else {
  const server = await startServer();
  try {
    for (const engine of engines) if ((await walk(engine, server.url)).length > 0) process.exitCode = 1;
  } finally {
    await server.remove();
  }
}
