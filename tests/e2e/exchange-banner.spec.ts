/** The live board shows why calls are blocked, and what to do. */
import { expect, test } from '@playwright/test';
import pg from 'pg';
import { attachEmbedded } from '../../src/app/database/embedded.ts';
import { enter } from './people.ts';

test('the floor names a missing recording folder with the command that creates it', async ({ page }) => {
  const { config } = await attachEmbedded(process.env['E2E_DATA'] ?? '');
  const database = new pg.Client(config);
  await database.connect();
  const folder = '/var/spool/asterisk/recording';
  await database.query(
    `insert into exchange_states (provider, recording_fault, recording_detail, recording_fault_at)
      values ('simulated', 'no_folder', $1, now())
      on conflict (provider) do update set recording_fault = 'no_folder', recording_detail = $1, recording_fault_at = now()`,
    [folder],
  );
  await enter(page, 'lead');
  await page.goto('/tracker/agent-live-status');
  const alert = page.getByRole('alert').filter({ hasText: 'Recording failed' });
  await expect(alert).toContainText(`the exchange has no folder ${folder}`);
  await expect(alert).toContainText(`install -d -o asterisk -g asterisk -m 750 ${folder}`);
  await database.query(
    `update exchange_states set recording_fault = null, recording_fault_at = null where provider = 'simulated'`,
  );
  await expect(alert).toHaveCount(0, { timeout: 20_000 });
  await database.end();
});
