/** A recording played by keys and scored, at a desk; its note read and acknowledged by the agent, on a phone. */
import { type Page, expect, test } from '@playwright/test';
import { listen, said } from './field.ts';
import { signIn } from './people.ts';

const place = (page: Page) => page.getByRole('slider', { name: 'Place in the recording' });

test('a lead plays a call by keys and scores it; its agent reads the note', async ({ page, browser }) => {
  await signIn(page, 'lead');
  await page.goto('/recordings');
  await page.getByRole('button', { name: 'Last 30 days' }).click();
  await page.locator('main a[href*="/recording?id="]').first().click();
  await expect(place(page)).toBeVisible();
  // Slow playback, so that a short call can be paused.
  await page.getByRole('button', { name: '0.75×' }).click();
  await place(page).focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect.poll(async () => Number(await place(page).inputValue())).toBeGreaterThan(0);
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  const before = Number(await place(page).inputValue());
  await page.keyboard.press('ArrowRight');
  await expect(place(page)).toHaveValue(String(before + 1));
  await page.getByLabel('Skip silence').check();

  await page.getByRole('button', { name: 'Score this call' }).click();
  await page.getByRole('button', { name: 'Save score' }).click();
  await expect(page.getByRole('alert')).toHaveText('Answer every question');
  for (const group of await page
    .getByRole('group')
    .filter({ has: page.getByRole('radio') })
    .all())
    await group.getByRole('radio').first().check();
  const complain = page.getByRole('group', { name: 'Said how to complain' });
  await complain.getByRole('radio', { name: 'Broken' }).check();
  await complain.getByLabel('Note on').fill('Not a word of it');
  await page.getByLabel('Note to the agent').fill('Say how to complain before you end a call.');
  await page.getByRole('button', { name: 'Save score' }).click();
  await expect(page.getByText('1 rule broken')).toBeVisible();
  await expect(page.getByText('Not read yet')).toBeVisible();

  const account = await agentOf(page);
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const own = await phone.newPage();
  await signIn(own, account);
  await own.goto('/coaching');
  await own.getByRole('button', { name: 'Note', exact: true }).first().click();
  await expect(own.getByText('Say how to complain before you end a call.')).toBeVisible();
  await own.getByLabel('Answer, if you like').fill('I will');
  await listen(own);
  await own.getByRole('button', { name: 'I have read it' }).click();
  await said(own, 'Note marked as read');
  await phone.close();
  await page.reload();
  await expect(page.getByText('I will')).toBeVisible();
});

/** Account of the agent with the open call. */
async function agentOf(page: Page): Promise<string> {
  const id = new URL(page.url()).searchParams.get('id') ?? '';
  const answer = await page.request.get(`/api/webhooks/ezsip/fetch-all-cdr?ids=${id}`);
  const { rows } = (await answer.json()) as { rows: { callUser: { email: string } }[] };
  return rows[0]?.callUser.email.split('@')[0] ?? '';
}
