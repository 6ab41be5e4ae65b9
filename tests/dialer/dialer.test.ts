import { afterAll, beforeAll, expect, test } from 'vitest';
import { campaigns } from '../../src/contexts/lenders/contract/campaigns.ts';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { processes } from '../../src/contexts/dialer/contract/processes.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await boot();
  admin = await server.as(
    'list_campaign',
    'add_campaign',
    'edit_campaign',
    'campaign_start_stop',
    'list_campaign_dropdown',
  );
});
afterAll(() => server.stop());

const add = (name: string) =>
  admin.call(campaigns.create, { name, campaignType: 'progressive', maxRatio: 1, clientId: 1 });
const startStop = (id: number, status: boolean) => admin.call(dialer.startStop, { id, status });

test('a campaign’s dialer starts and stops, repeatedly', async () => {
  const one = await add('Early Dues');
  const id = one.dialerProcess.dialerCampaignId;
  for (const status of [true, true, false]) {
    expect(await startStop(id, status)).toMatchObject({ campaignId: one.id, isStarted: status });
    const { dialerProcess } = await admin.call(campaigns.one, { id: one.uId });
    expect(dialerProcess).toEqual({ dialerCampaignId: id, isStarted: status });
  }
  expect((await refusal(startStop(987_654, true))).body.code).toBe('NOT_FOUND');
});

test('an inactive campaign cannot be started, and deactivating one stops it', async () => {
  const one = await add('Closing');
  const id = one.dialerProcess.dialerCampaignId;
  await startStop(id, true);
  await admin.call(processes.setCron, { id: String(id), isCronActive: true });
  const edited = await admin.call(campaigns.edit, { id: one.uId, isActive: false });
  expect(edited).toMatchObject({ isActive: false, dialerProcess: { isStarted: false } });
  const process = (await admin.call(processes.list, { q: 'closing' })).rows[0];
  expect(process).toMatchObject({ isStarted: false, isCronActive: false });
  expect((await refusal(startStop(id, true))).body.code).toBe('CAMPAIGN_INACTIVE');
  expect(await startStop(id, false)).toMatchObject({ isStarted: false });
});

test('processes are listed, offered, and toggled by either key (G152, G154)', async () => {
  const one = await add('Night Shift');
  const id = one.dialerProcess.dialerCampaignId;
  const page = await admin.call(processes.list, { q: 'night', size: 5, page: 1 });
  expect(page).toMatchObject({ count: 1, rows: [{ id, campaignId: one.id, isCronActive: false }] });
  const uId = page.rows[0]?.uId ?? '';
  expect(await admin.call(processes.dropdown, { q: 'night' })).toEqual([{ id, name: 'Night Shift' }]);
  expect(await admin.call(processes.setCron, { id: uId, isCronActive: true })).toMatchObject({
    isCronActive: true,
  });
  const both = await admin.call(processes.edit, { id: String(id), isStarted: true });
  expect(both).toMatchObject({ isStarted: true, isCronActive: true });
});

test('a user without permission cannot start or stop it', async () => {
  const reader = await server.as('list_campaign', 'edit_campaign');
  const one = await add('Not Mine');
  const id = one.dialerProcess.dialerCampaignId;
  const calls = [
    reader.call(dialer.startStop, { id, status: true }),
    reader.call(processes.setCron, { id: String(id), isCronActive: true }),
    reader.call(processes.edit, { id: String(id), isStarted: true }),
  ];
  for (const { body } of await Promise.all(calls.map(refusal))) expect(body.code).toBe('FORBIDDEN');
  expect((await admin.call(campaigns.one, { id: one.uId })).dialerProcess.isStarted).toBe(false);
});
