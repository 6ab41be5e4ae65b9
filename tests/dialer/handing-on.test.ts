/** Transfers while the exchange is slow or rejects: no party hears silence for long. */
import { setTimeout as turn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { transfers } from '../../src/contexts/dialer/contract/call-control/transfers.ts';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import type { Fault } from '../fakes/ari-shapes.ts';
import { FakeAri } from '../fakes/ari.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';
import { until } from '../until.ts';

const began = Date.now();
const clock = {
  now: () => new Date(Date.parse('2026-11-20T05:00:00Z') + Date.now() - began),
  isMoved: true as const,
};
let fake: FakeAri;
let server: TestServer;
let agent: Caller;
beforeAll(async () => {
  fake = await new FakeAri(5).open();
  server = await boot({ clock, env: { ARI_URL: `${fake.url}&answers=recoup-answered` } });
  agent = await server.person({ roleType: 'agent' });
  const campaign = await server.database.one<{ id: number }>(sql`
    with c as (insert into campaigns (name, campaign_type, max_ratio, client_id) values ('Hands on', 'progressive', 1, 1)
      returning id),
    a as (insert into campaign_agents (campaign_id, user_id) select id, ${agent.id} from c),
    d as (insert into dispositions (id, name, type, priority) values (900, 'Request Call Back', 'disposition', 99)),
    u as (update users set extension_number = 1001 where id = ${agent.id})
    select id from c`);
  await server.database.run(sql`insert into transfer_numbers (name, number) values ('Branch', '9700000021')`);
  await until(async () => fake.isHeard());
  await agent.call(dialer.login, { campaignId: campaign?.id ?? 0 });
});
afterAll(async () => {
  await server.stop();
  fake.close();
});
let made = 0;
async function talk(): Promise<string> {
  made += 1;
  const loan = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, ${`Borrower ${made}`}) returning id)
    insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, assignee_id)
    select 1, 1, b.id, ${`Borrower ${made}`}, ${`H${made}`}, ${`98${String(made).padStart(6, '0')}21`}, ${agent.id} from b
    returning id`);
  const { callRefNo } = await agent.call(dialer.manualCall, { id: String(loan?.id) });
  await until(async () => (await agent.call(dialer.status, {})).status === 'on-call');
  // Initial commands are sent.
  await until(async () => fake.heardBy(callRefNo).length > 0);
  return callRefNo;
}
/** In any case the next call finds the agent free; a transfer to a colleague leaves no disposition. */
afterEach(async () => {
  for (const { id, name } of fake.channels.values()) if (!name.startsWith('PJSIP/100')) fake.giveUp(id);
  await until(async () => ['wrap-up', 'IDLE'].includes((await agent.call(dialer.status, {})).status));
  const { call } = await agent.call(dialer.status, {});
  if (!call) return;
  const { loanId, callRefNo } = call;
  await agent.call(borrowerDispositions.record, {
    loanId: loanId ?? 0,
    callRefNo,
    dispositionId: 900,
    comments: 'Spoke',
  });
  await until(async () => (await agent.call(dialer.status, {})).call === null);
});
const branchLeg = (): string | undefined =>
  [...fake.channels.values()].find(({ dialplan }) => dialplan.exten === '9700000021')?.id;
const lineOf = (): string =>
  [...fake.channels.values()].find(({ name }) => name.startsWith('PJSIP/1001'))?.id ?? '';
const isParked = (id: string): boolean =>
  [...fake.bridges.values()].some((one) => one.bridge_type === 'holding' && one.channels.includes(id));

/** Monitors silence until stopped; returns the longest interval per party. */
function watch(legs: () => readonly string[]) {
  const since = new Map<string, number>();
  const longest = new Map<string, number>();
  const timer = setInterval(() => {
    for (const id of legs()) {
      const isThere = fake.channels.get(id)?.state === 'Up';
      if (!isThere || fake.heardBy(id).length > 0) {
        since.delete(id);
        continue;
      }
      const from = since.get(id) ?? Date.now();
      since.set(id, from);
      longest.set(id, Math.max(longest.get(id) ?? 0, Date.now() - from));
    }
  }, 10);
  return () => {
    clearInterval(timer);
    return Math.max(0, ...longest.values());
  };
}

const slow = { ms: 1500 } as const;
const faults: [string, Pick<Fault, 'path' | 'how'> & { method?: string; times?: number }][] = [
  ['to put the branch into it, and loses the answer', { path: /call-.*addChannel$/, how: 'lost' }],
  ['to put the branch into it', { path: /call-.*addChannel$/, how: slow }],
  // For the external target first, before bridging; for the borrower, any request.
  ['to let the borrower speak again', { method: 'DELETE', path: /mute$/, how: slow, times: 4 }],
  ['to end the music', { method: 'DELETE', path: /moh$/, how: slow }],
  ['to take the agent out', { path: /removeChannel$/, how: slow }],
  ['to guard the borrower, and refuses', { path: /variable$/, how: 500 }],
];
test.each(faults)(
  'the exchange is slow %s: borrower and target have audio, and the agent waits with the others',
  async (_, fault) => {
    const leg = await talk();
    const number = await server.database.one<{ id: number }>(
      sql`select id from transfer_numbers where name = 'Branch'`,
    );
    await agent.call(transfers.start, { isBlind: true, numberId: number?.id ?? 0 });
    await until(async () => branchLeg() !== undefined && fake.heardBy(leg).join() === 'music');
    const puts = (): number => fake.asked.filter((one) => one.endsWith(`call-${leg}/addChannel`)).length;
    const before = puts();
    fake.fail(fault);
    const stop = watch(() =>
      [leg, branchLeg() ?? ''].filter((id) =>
        [...fake.bridges.values()].some(({ channels }) => channels.includes(id)),
      ),
    );
    await until(
      async () => fake.heardBy(leg).join() === branchLeg() && fake.heardBy(branchLeg() ?? '').join() === leg,
    );
    await until(async () => isParked(lineOf()));
    await turn(300);
    // A party that waits for a slow response hears silence for one and a half seconds.
    expect(stop()).toBeLessThan(1000);
    expect(fake.heardBy(leg)).toEqual([branchLeg()]);
    // Put in once more they would leave it for a moment.
    expect(puts()).toBe(before + 1);
  },
);

test('the borrower gets an announcement in place when the agent hangs up and the server is slow', async () => {
  const leg = await talk();
  fake.fail({ method: 'GET', path: new RegExp(`channels/${leg}$`), how: { ms: 1500 }, times: 3 });
  fake.giveUp(lineOf());
  await until(async () => fake.heardBy(leg).join() === 'recoup/nobody-here-hi');
  expect(isParked(leg)).toBe(false);
  await until(async () => !fake.channels.has(leg));
});

test('the music stops despite one rejection, and both have audio', async () => {
  fake.fail({ method: 'DELETE', path: /moh$/, how: 500 });
  const leg = await talk();
  await until(async () => fake.heardBy(leg).join() === lineOf());
  expect(fake.heardBy(lineOf())).toEqual([leg]);
});

test('a call is recorded from the start, with a slow exchange and one rejection', async () => {
  fake.fail({ method: 'POST', path: /record$/, how: 500 });
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  fake.fail({ method: 'POST', path: /variable$/, how: { until: promise }, times: 4 });
  const leg = await talk();
  await until(async () => fake.live.has(leg));
  letGo();
});

test('a colleague who returned a call and gets it at once remains in it', async () => {
  const colleague = await server.person({ roleType: 'agent' });
  const campaign = await server.database.one<{ id: number }>(sql`
    with u as (update users set extension_number = 1002 where id = ${colleague.id})
    insert into campaign_agents (campaign_id, user_id) select id, ${colleague.id} from campaigns where name = 'Hands on'
    returning campaign_id as id`);
  await colleague.call(dialer.login, { campaignId: campaign?.id ?? 0 });
  const line = (): string =>
    [...fake.channels.values()].find(({ name }) => name.startsWith('PJSIP/1002'))?.id ?? '';
  await until(async () => isParked(line()));
  await colleague.call(dialer.ready, {});
  await until(async () => (await colleague.call(dialer.status, {})).status === 'waiting');
  const leg = await talk();
  const hasCall = async (): Promise<boolean> =>
    (await colleague.call(dialer.status, {})).status === 'on-call';

  await agent.call(transfers.start, { isBlind: false, userId: colleague.id });
  await until(async () => (await hasCall()) && fake.heardBy(lineOf()).join() === line());
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  fake.fail({ method: 'DELETE', path: new RegExp(`${leg}/moh$`), how: { until: promise } });
  const ends = (): number => fake.asked.filter((one) => one === `DELETE /channels/${leg}/moh`).length;
  const before = ends();
  await colleague.call(transfers.cancel, {});
  await until(async () => ends() > before);
  await agent.call(transfers.start, { isBlind: true, userId: colleague.id });
  await until(async () => (await hasCall()) && isParked(lineOf()));
  letGo();
  await turn(300);
  expect(fake.heardBy(leg)).toEqual([line()]);
  expect(fake.heardBy(line())).toEqual([leg]);
});

test('parties removed from their active call are bridged again', async () => {
  const leg = await talk();
  const bridge = [...fake.bridges.values()].find(({ channels }) => channels.includes(leg));
  if (bridge) fake.bridges.delete(bridge.id);
  await until(async () => fake.heardBy(leg).join() === lineOf());
  expect(fake.heardBy(lineOf())).toEqual([leg]);
});
