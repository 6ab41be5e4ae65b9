/** Shares of a campaign's calls by portfolio, set by an admin. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leads } from '../../src/contexts/dialer/contract/leads.ts';
import { claimLeads } from '../../src/contexts/dialer/server/leads/leads.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let admin: Caller;
let campaignId: number;
let portfolios: [old: number, fresh: number];
const now = new Date('2026-11-20T05:00:00Z');
beforeAll(async () => {
  server = await boot({ clock: { now: () => now, isMoved: true } });
  admin = await server.as('list_campaign', 'edit_campaign');
  const { database } = server;
  const made = await database.one<{ id: number; ids: [number, number] }>(sql`
    with c as (insert into campaigns (name, campaign_type, max_ratio, client_id) values ('Mixed', 'progressive', 1, 1) returning id),
    p as (insert into portfolios (client_id, name) values (1, 'Mix Old'), (1, 'Mix New') returning id)
    select c.id, array(select id from p order by id) as ids from c`);
  campaignId = made?.id ?? 0;
  portfolios = made?.ids ?? [0, 0];
  // Six hundred old leads with high dues, and six hundred new ones with low dues.
  for (const [i, portfolioId] of portfolios.entries())
    await database.run(sql`
      with b as (insert into borrowers (client_id, name) select 1, 'Mixed' from generate_series(1, 600) returning id)
      insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, campaign_id, total_outstanding)
      select 1, ${portfolioId}, id, 'Mixed', 'MIX' || id, '98' || lpad(id::text, 8, '0'), ${campaignId}, ${i === 0 ? 900_000 : 1000} from b`);
});
afterAll(() => server.stop());

const set = (...percents: [number, number]) =>
  admin.call(leads.setMix, {
    id: String(campaignId),
    shares: percents.map((percent, i) => ({ portfolioId: portfolios[i] ?? 0, percent })),
  });
const queued = async (portfolioId: number): Promise<number> =>
  (
    await server.database.one<{ n: number }>(
      sql`select count(*)::int as n from leads where list_id = ${portfolioId} and state = 'queued'`,
    )
  )?.n ?? 0;
/** Claims so many, one after the other as free agents do, and answers how many were of the new portfolio. */
async function ofNew(calls: number): Promise<number> {
  let found = 0;
  for (let i = 0; i < calls; i += 1) {
    const claimed = await server.database.transaction((tx) =>
      claimLeads(tx, { campaignId, most: 1, node: 'test', now }),
    );
    const lead = await server.database.one<{ listId: number }>(
      sql`select list_id as "listId" from leads where id = ${claimed[0]?.id ?? 0}`,
    );
    if (lead?.listId === portfolios[1]) found += 1;
  }
  return found;
}

test("calls start with the largest amounts without shares, and follow the portfolios' shares with them", async () => {
  // Without a ready agent the hopper is filled and no call placed.
  await server.database.run(
    sql`update dialer_processes set is_started = true where campaign_id = ${campaignId}`,
  );
  await expect.poll(() => queued(portfolios[0])).toBe(500);
  expect(await ofNew(20)).toBe(0);
  const shown = await set(60, 40);
  expect(shown.filter(({ percent }) => percent > 0)).toMatchObject([
    { name: 'Mix New', percent: 40 },
    { name: 'Mix Old', percent: 60 },
  ]);
  await expect.poll(() => queued(portfolios[1])).toBe(500);
  // Five times what chance spreads it by.
  const found = await ofNew(100);
  expect(Math.abs(found - 40)).toBeLessThan(25);
  // An empty portfolio frees its share for the other.
  const [old] = portfolios;
  await server.database.run(sql`update loans set is_active = false where portfolio_id = ${old}`);
  const isEmpty = async (): Promise<boolean> => {
    await server.database.run(
      sql`update leads set state = 'done' where campaign_id = ${campaignId} and list_id = ${old}`,
    );
    return (await queued(old)) === 0;
  };
  await expect.poll(isEmpty).toBe(true);
  expect(await ofNew(10)).toBe(10);
  expect((await set(0, 0)).every(({ percent }) => percent === 0)).toBe(true);
});

test("shares total a hundred, of the lender's portfolios, each once, with edit permission", async () => {
  const codeOf = async (call: Promise<unknown>) => (await refusal(call)).body.code;
  for (const fresh of [30, 50]) expect(await codeOf(set(60, fresh))).toBe('INVALID_INPUT');
  const given = (...shares: { portfolioId: number; percent: number }[]) =>
    admin.call(leads.setMix, { id: String(campaignId), shares });
  const other = await server.database.one<{ id: number }>(sql`
    with c as (insert into clients (name) values ('Not of this lender') returning id)
    insert into portfolios (client_id, name) select id, 'Elsewhere' from c returning id`);
  expect(await codeOf(given({ portfolioId: other?.id ?? 0, percent: 100 }))).toBe('INVALID_INPUT');
  const twice = { portfolioId: portfolios[0], percent: 50 };
  expect(await codeOf(given(twice, twice))).toBe('INVALID_INPUT');
  const desk = await server.as('list_campaign');
  expect(await codeOf(desk.call(leads.setMix, { id: String(campaignId), shares: [] }))).toBe('FORBIDDEN');
  expect(await desk.call(leads.mix, { id: String(campaignId) })).not.toEqual([]);
});
