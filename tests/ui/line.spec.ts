/** Microphone and speaker of the browser line, and a resumable call, with the browser's test devices. */
import { type Page, expect } from '@playwright/test';
import { flaws, tooSmall, wideAs } from '../e2e/sight.ts';
import { launch } from '../e2e/launch.ts';
import { test } from './kit.ts';

test.use({
  permissions: ['microphone'],
  launchOptions: {
    ...launch,
    args: [...(launch.args ?? []), '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  },
});

interface Line {
  happened: string[];
  microphone: { stream(): MediaStream };
}
const happened = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { line: Line }).line.happened);
/** As when its plug is pulled. */
const unplug = (page: Page, event: 'ended' | 'mute' | 'unmute' = 'ended'): Promise<void> =>
  page.evaluate((type) => {
    const [track] = (window as unknown as { line: Line }).line.microphone.stream().getAudioTracks();
    track?.dispatchEvent(new Event(type));
  }, event);
const plugIn = (page: Page): Promise<void> =>
  page.evaluate(() => void navigator.mediaDevices.dispatchEvent(new Event('devicechange')));

test('the level of the microphone is a meter that moves with its sound', async ({ open }) => {
  const page = await open('screen=line');
  const meter = page.getByRole('meter', { name: 'Microphone level' });
  await expect(meter).toBeVisible();
  // The browser analyses audio only after a user gesture, such as opening the panel.
  await page.mouse.click(5, 5);
  await expect.poll(async () => Number(await meter.getAttribute('aria-valuenow'))).toBeGreaterThan(20);
  await expect(meter).toHaveAttribute('aria-valuetext', /Quiet|Good|Too loud|No sound/);
});

test('a microphone is chosen in a call and chosen again on the next page', async ({ open }) => {
  const page = await open('screen=line');
  const choice = page.getByLabel('Microphone', { exact: true });
  await expect(choice).toBeVisible();
  const labels = await choice.locator('option').allTextContents();
  expect(labels.length).toBeGreaterThan(1);
  await choice.selectOption({ index: labels.length - 1 });
  await expect.poll(() => happened(page)).toEqual(['switched']);
  await expect(choice.locator('option:checked')).toHaveText(labels.at(-1) ?? '');
  await page.reload();
  await expect(choice.locator('option:checked')).toHaveText(labels.at(-1) ?? '');
});

test('a lost microphone is reported at once, and reused when reconnected', async ({ open }) => {
  const page = await open('screen=line');
  await expect(page.getByRole('meter')).toBeVisible();
  await unplug(page);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Microphone lost: Fake');
  await expect(alert).toContainText('The borrower cannot hear you.');
  expect(await happened(page)).toEqual(['lost']);
  await plugIn(page);
  await expect(alert).toHaveCount(0);
  await expect.poll(() => happened(page)).toEqual(['lost', 'switched', 'back']);
  await unplug(page);
  await page
    .getByRole('region')
    .getByLabel('Microphone', { exact: true })
    .selectOption({ label: 'Default device' });
  await expect(alert).toHaveCount(0);
});

test('a hardware-muted microphone is reported until audible again', async ({ open }) => {
  const page = await open('screen=line');
  await expect(page.getByRole('meter')).toBeVisible();
  await unplug(page, 'mute');
  await expect(page.getByRole('alert')).toContainText('No sound from Fake');
  await unplug(page, 'unmute');
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(await happened(page)).toEqual([]);
});

for (const language of ['', '&hindi']) {
  test(`a resumable call and a lost microphone fit at every width${language}`, async ({ open }) => {
    for (const width of [320, 390, 1280]) {
      const page = await open(`screen=line&resume${language}`, { width, height: 800 });
      await expect(page.getByRole('meter')).toBeVisible();
      await unplug(page);
      await expect(page.getByRole('alert')).toHaveCount(2);
      await page.screenshot({ path: `.cache/line-${width}${language}.png` });
      expect.soft(await wideAs(page), `wider than ${width}`).toBeLessThanOrEqual(0);
      if (width < 900) expect.soft(await tooSmall(page), `${width}`).toEqual([]);
      expect.soft(await flaws(page), `${width}`).toEqual([]);
      const boxes = await Promise.all(
        (await page.getByRole('alert').all()).map(
          async (one) => (await one.locator('..').boundingBox()) ?? { y: 0, height: 0 },
        ),
      );
      const [upper, lower] = boxes.toSorted((a, b) => a.y - b.y);
      expect
        .soft((upper?.y ?? 0) + (upper?.height ?? 0), `over each other at ${width}`)
        .toBeLessThanOrEqual(lower?.y ?? 0);
    }
  });
}
