/** Visit photos in evidence quality, on interrupted networks. */
import { type Page, expect, test } from '@playwright/test';
import { listen, onDisk, someLoan } from './field.ts';
import { enter } from './people.ts';

test.use({ serviceWorkers: 'allow' });

const batch = '**/api/sync/batch';

/** A picture that does not shrink to nothing: what a camera sees has grain. */
const picture = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    const canvas = new OffscreenCanvas(1600, 1200);
    const place = canvas.getContext('2d');
    if (!place) return [];
    const image = place.createImageData(canvas.width, canvas.height);
    let grain = 1;
    for (let i = 0; i < image.data.length; i += 4) {
      grain = (grain * 1_103_515_245 + 12_345) % 2_147_483_648;
      const light = 128 + 100 * Math.sin(i / 5000) + (grain % 24);
      image.data.set([light, light, light, 255], i);
    }
    place.putImageData(image, 0, 0);
    const file = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
    return [...new Uint8Array(await file.arrayBuffer())];
  });

interface Item {
  key: string;
  cmd: string;
}
interface Visit {
  id: number;
  hasPhoto: boolean;
}

test('an interrupted photo upload resumes, and the photo is shown unchanged', async ({ page, context }) => {
  await enter(page, 'agent2');
  const loanId = await someLoan(page.request, 9);
  await page.goto(`/view-borrower?id=${loanId}`);
  const file = Buffer.from(await picture(page));
  await page.getByRole('button', { name: 'Check in' }).first().click();
  const form = page.getByRole('dialog');
  await form.locator('input[type="file"]').setInputFiles({
    name: 'door.jpg',
    mimeType: 'image/jpeg',
    buffer: file,
  });
  // Saved before the phone has compressed it.
  await form.getByRole('button', { name: 'Door locked' }).click();
  // The first delivery with photo parts gets its response; then the network is lost.
  const arrived = new Set<string>();
  let isCut = false;
  await context.route(batch, async (route) => {
    const { items } = route.request().postDataJSON() as { items: Item[] };
    if (isCut) return route.abort();
    const response = await route.fetch();
    for (const { key, cmd } of items) if (cmd === 'visits.photo') arrived.add(key);
    isCut = arrived.size > 0;
    await route.fulfill({ response });
  });
  await listen(page);
  await form.getByRole('button', { name: /^Save|took place/ }).click();
  await expect.poll(() => arrived.size).toBeGreaterThan(0);
  // The phone has processed the response: after a lost one it would resend everything.
  const isKept = ({ key }: Item): boolean => arrived.has(key);
  await expect.poll(async () => (await onDisk<Item>(page, 'items')).filter(isKept)).toEqual([]);
  await page.goto('/queue');
  // One photo is one item, whatever its remaining parts.
  await expect(page.getByRole('listitem').filter({ hasText: 'Photo of the visit' })).toHaveCount(1);
  const again: Item[] = [];
  await context.unroute(batch);
  await context.route(batch, async (route) => {
    again.push(...(route.request().postDataJSON() as { items: Item[] }).items);
    await route.continue();
  });
  await expect(async () => {
    const button = page.getByRole('button', { name: 'Send now' });
    if (await button.isVisible()) await button.dispatchEvent('click', undefined, { timeout: 2000 });
    await expect(page.getByText('Nothing is waiting.')).toBeVisible({ timeout: 5000 });
  }).toPass();
  const rest = again.filter(({ cmd }) => cmd === 'visits.photo');
  expect(rest.length).toBeGreaterThan(0);
  expect(rest.filter(({ key }) => arrived.has(key))).toEqual([]);
  const answer = await page.request.get(`/api/visits?loanId=${loanId}`, {
    headers: { 'X-Requested-With': 'app' },
  });
  const [visit] = ((await answer.json()) as { rows: Visit[] }).rows;
  expect(visit?.hasPhoto).toBe(true);
  const shown = await page.evaluate(async (id) => {
    const image = await createImageBitmap(await (await fetch(`/api/visits/${id}/photo`)).blob());
    return [image.width, image.height];
  }, visit?.id);
  expect(shown).toEqual([1600, 1200]);
});
