/** The main job, from a lender's file to a promise on the team leader's screen, with the network off in between. */
import { fileURLToPath } from 'node:url';
import { type Browser, type Page, expect, test } from '@playwright/test';
import { setPin, signIn, whenInstalled } from './people.ts';
import { type Wire, openWire } from './proxy.ts';
import { type ServerProcess, startServer } from './server.ts';

const lenderFile = fileURLToPath(new URL('../fixtures/lender-a.csv', import.meta.url));
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const portOf = ({ url }: ServerProcess): number => Number(new URL(url).port);
let server: ServerProcess;
let wire: Wire;
test.beforeAll(async () => {
  server = await startServer();
  wire = await openWire(portOf(server));
});
test.afterAll(async () => {
  await wire.close();
  await server.remove();
});

async function open(browser: Browser, account: string, options: object = {}): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, ...options });
  const page = await context.newPage();
  await signIn(page, account);
  return page;
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page
    .getByRole('textbox', { name: label })
    .or(page.getByRole('combobox', { name: label }))
    .first()
    .click();
  await page.getByRole('option', { name: option }).first().click();
}

async function upload(page: Page): Promise<void> {
  await page.goto('/admin/files');
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Borrowers' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.locator('input[type=file]').setInputFiles(lenderFile);
  await choose(page, 'Client', 'Svasti Microfinance');
  await choose(page, 'Portfolio', 'Svasti');
  await sheet.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(sheet).toBeHidden();
}

async function promise(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: 'Add PTP' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add PTP' });
  const tomorrow = new Date(Date.now() + 36 * 3_600_000).toISOString().slice(0, 10);
  await sheet.getByLabel('PTP Date').fill(tomorrow);
  await sheet.getByLabel('PTP Amount').fill(amount);
  const why = sheet
    .getByRole('combobox', { name: 'Sub disposition' })
    .or(sheet.getByRole('textbox', { name: 'Sub disposition' }));
  if (await why.count()) {
    await why.first().click();
    await page.getByRole('option').first().click();
  }
  await sheet.getByLabel('Follow Up Date').fill(`${tomorrow}T10:00`);
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet).toBeHidden();
}

test('from a lender’s file to a promise the team leader sees', async ({ browser }) => {
  test.setTimeout(180_000);
  const admin = await open(browser, 'admin');
  await upload(admin);
  const row = admin.getByRole('row').filter({ hasText: 'lender-a.csv' }).first();
  await expect(row).toContainText('Done', { timeout: 60_000 });
  for (const figure of ['5,000', '4,728', '272']) await expect(row).toContainText(figure);

  const agent = await open(browser, 'agent', { ...phone, baseURL: wire.url });
  await whenInstalled(agent);
  await setPin(agent);
  await agent.goto('/borrowers?q=RC110000000');
  await agent.getByRole('link', { name: 'Imran Lepcha' }).click();
  await expect(agent.getByRole('heading', { name: 'Imran Lepcha' })).toBeVisible();
  await expect(agent.getByRole('button', { name: 'Add PTP' })).toBeVisible();
  await agent.getByRole('button', { name: 'Add PTP' }).click();
  await expect(agent.getByRole('dialog', { name: 'Add PTP' })).toBeVisible();
  await agent.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  const lead = await open(browser, 'lead');
  await lead.goto('/ptp?q=RC110000000');
  await expect(lead.getByText('Nothing matches this search.')).toBeVisible();

  await agent.context().setOffline(true);
  await promise(agent, '1500');
  await expect(agent.getByText('Saved on this phone. It will be sent automatically.')).toBeVisible();
  await agent.reload();
  await expect(agent.getByRole('heading', { name: 'Imran Lepcha' })).toBeVisible();
  await agent.goto('/queue');
  await expect(agent.getByText(/Imran Lepcha promised ₹1,500.00/)).toBeVisible();

  // The first delivery is committed, but its answer is lost: the server dies in between.
  const killed = new Promise<void>((dead) =>
    wire.loseAnswerTo('POST /api/sync/batch', () => server.kill().then(dead)),
  );
  await agent.context().setOffline(false);
  await killed;
  server = await startServer({ port: portOf(server), dataDir: server.dataDir });
  await expect(agent.getByText(/Imran Lepcha promised/)).toBeHidden({ timeout: 90_000 });

  await expect(lead.getByRole('row').filter({ hasText: 'RC110000000' })).toHaveCount(1, { timeout: 60_000 });
  await expect(lead.getByRole('row').filter({ hasText: 'RC110000000' })).toContainText('₹1,500.00');
});
