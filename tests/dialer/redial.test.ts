import { afterAll, beforeAll, expect, test } from 'vitest';
import { redial } from '../../src/contexts/dialer/contract/redial.ts';
import { settleLead } from '../../src/contexts/dialer/server/leads/leads.ts';
import type { Attempt } from '../../src/contexts/dialer/server/engine/attempt/attempts.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let admin: Caller;
let campaignId: number;
let leadId: number;
/** Half past ten in India. */
const now = new Date('2026-11-20T05:00:00Z');
beforeAll(async () => {
  server = await boot();
  admin = await server.as('list_campaign', 'edit_campaign');
  const { database } = server;
  const made = await database.one<{ id: number }>(sql`
    insert into campaigns (name, campaign_type, max_ratio, client_id) values ('Again', 'progressive', 1, 1) returning id`);
  campaignId = made?.id ?? 0;
  const lead = await database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Busy Borrower') returning id),
    l as (insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, campaign_id)
      select 1, 1, id, 'Busy Borrower', 'AGAIN1', '9800000030', ${campaignId} from b returning id)
    insert into leads (campaign_id, loan_id, phone, state) select ${campaignId}, id, '9800000030', 'dialing' from l returning id`);
  leadId = lead?.id ?? 0;
});
afterAll(() => server.stop());

/** When the lead is called next after a call that was busy. */
async function afterBusy(): Promise<unknown> {
  const attempt = { leadId, phoneOrd: 0, state: { outcome: 'busy' } } as Attempt;
  await server.database.transaction((tx) => settleLead({ tx, now }, attempt));
  return server.database.one(sql`select state, not_before as "notBefore" from leads where id = ${leadId}`);
}
const rules = () => admin.call(redial.rules, { id: String(campaignId) });
const busy = { outcome: 'busy', afterMinutes: 40, mostADay: 2, nextNumber: false } as const;

test('a campaign uses the default rule, a custom rule, and the default again', async () => {
  const id = String(campaignId);
  expect(await rules()).toContainEqual({
    outcome: 'busy',
    afterMinutes: 15,
    mostADay: 3,
    nextNumber: true,
    isUsual: true,
  });
  expect(await afterBusy()).toEqual({ state: 'queued', notBefore: '2026-11-20T05:15:00Z' });
  expect(await admin.call(redial.set, { id, ...busy })).toEqual({ ...busy, isUsual: false });
  expect(await rules()).toContainEqual({ ...busy, isUsual: false });
  expect(await afterBusy()).toEqual({ state: 'queued', notBefore: '2026-11-20T05:40:00Z' });
  expect(await admin.call(redial.clear, { id, outcome: 'busy' })).toMatchObject({ isUsual: true });
  expect(await afterBusy()).toEqual({ state: 'queued', notBefore: '2026-11-20T05:15:00Z' });
});

test('a rule for abandoned calls, out of bounds or without permission is rejected', async () => {
  const id = String(campaignId);
  const desk = await server.as('list_campaign');
  expect((await refusal(desk.call(redial.set, { id, ...busy }))).body.code).toBe('FORBIDDEN');
  for (const wrong of [{ outcome: 'abandoned' }, { afterMinutes: 0 }, { mostADay: 21 }])
    expect((await refusal(admin.call(redial.set, { id, ...busy, ...wrong } as never))).body.code).toBe(
      'INVALID_INPUT',
    );
});
