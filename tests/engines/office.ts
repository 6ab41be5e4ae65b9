/**
 * Office phone: a browser trusting the demo's CA registers the worker, and stores and sends offline entries. `npm run
 * engines -- office` runs it alone. The CA is installed in a separate home folder with NSS tools; no browser switch
 * replaces it.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type BrowserContext, type Page, expect } from '@playwright/test';
import { chromium } from 'playwright';
import { officeAddresses } from '../../src/app/tls/own.ts';
import { promise, said } from '../e2e/field.ts';
import { launch } from '../e2e/launch.ts';
import { signIn, whenInstalled } from '../e2e/people.ts';
import { startServer } from '../e2e/server.ts';
import { onPath } from './find.ts';

const patience = { timeout: 60_000 };
const delivery = '**/api/sync/batch';

/** A browser trusting these CAs only. */
async function browserOf(home: string, baseURL: string, authority?: Buffer): Promise<BrowserContext> {
  const store = path.join(home, '.pki', 'nssdb');
  mkdirSync(store, { recursive: true });
  const certutil = (...args: string[]) => execFileSync('certutil', ['-d', `sql:${store}`, ...args]);
  certutil('-N', '--empty-password');
  if (authority) {
    const file = path.join(home, 'authority.crt');
    writeFileSync(file, authority);
    certutil('-A', '-n', 'Recoup demo', '-t', 'C,,', '-i', file);
  }
  const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: path.join(home, '.config') };
  const viewport = { width: 390, height: 844 };
  return chromium.launchPersistentContext(path.join(home, 'profile'), { ...launch, env, baseURL, viewport });
}

/** Fetched by the page: a separate client lacks its trust. */
const ask = <Row>(page: Page, address: string): Promise<Row[]> =>
  page.evaluate(async (url) => {
    const answer = await fetch(url, { headers: { 'X-Requested-With': 'app' } });
    return ((await answer.json()) as { rows: never[] }).rows;
  }, address);

const someHome = (): string => mkdtempSync(path.join(os.tmpdir(), 'recoup-home-'));
const pageOf = async (context: BrowserContext): Promise<Page> => context.pages()[0] ?? context.newPage();

async function strangerIsWarned(url: string): Promise<void> {
  const home = someHome();
  const context = await browserOf(home, url);
  try {
    await expect((await pageOf(context)).goto('/login')).rejects.toThrow(/ERR_CERT_AUTHORITY_INVALID/);
  } finally {
    await context.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function phoneWorks(url: string, authority: Buffer): Promise<void> {
  const home = someHome();
  const context = await browserOf(home, url, authority);
  try {
    const page = await pageOf(context);
    await signIn(page, 'agent');
    expect(await page.evaluate(() => [location.protocol, isSecureContext])).toEqual(['https:', true]);
    await whenInstalled(page);
    const script = await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL);
    expect(script).toBe(`${url}/sw.js`);
    const loans = await ask<{ id: number; isDNC: boolean }>(page, '/api/loans?size=50');
    const loanId = loans.find(({ isDNC }) => !isDNC)?.id ?? 0;
    const words = `in the office ${Date.now()}`;
    await page.goto(`/view-borrower?id=${loanId}`);
    await expect(page.getByRole('button', { name: 'Add PTP' })).toBeVisible(patience);
    await context.route(delivery, (route) => route.abort());
    await promise(page, loanId, words);
    await said(page, 'Saved on this phone.');
    await context.unroute(delivery);
    await page.reload();
    const list = `/api/borrower/dispositions/get?loanId=${loanId}&size=500`;
    const count = async (): Promise<number> =>
      (await ask<{ comments: string }>(page, list)).filter(({ comments }) => comments === words).length;
    await expect.poll(count, patience).toBe(1);
  } finally {
    await context.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function meetOffice(): Promise<void> {
  const [address] = officeAddresses('0.0.0.0');
  if (!address) throw new Error('This machine is in no network.');
  const server = await startServer({ env: { HOST: '0.0.0.0' } });
  try {
    const host = `${address}:${new URL(server.url).port}`;
    // As a phone fetches it, before trusting the CA.
    const offered = await fetch(`http://${host}/phone/recoup-demo.crt`);
    const authority = Buffer.from(await offered.arrayBuffer());
    await strangerIsWarned(`https://${host}`);
    await phoneWorks(`https://${host}`, authority);
  } finally {
    await server.remove();
  }
}

function missing(): string | undefined {
  if (!onPath(['certutil'])) return 'There is no certutil on this machine: apt-get install libnss3-tools.';
  const browser = launch.executablePath ?? '';
  return existsSync(browser) ? undefined : `There is no Chromium at ${browser}: set CHROMIUM_PATH to one.`;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const without = missing();
if (without === undefined) {
  await meetOffice();
  process.stdout.write('Office: a stranger is warned; a phone that trusts the authority works and saves\n');
} else {
  process.stderr.write(`${without}\n`);
  process.exitCode = 1;
}
