/**
 * Thirty calls a second for a minute on a real exchange: latency from claim to carrier, and no duplicate calls. Every
 * number is busy, so that free agents get the next call. EXCHANGE_SECONDS sets the duration.
 */
import { setTimeout as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../src/kernel/server/database/sql.ts';
import { SipPeer } from '../../fakes/sip/peer.ts';
import { addUser, asker, signIn } from './agents.ts';
import { type Exchange, openExchange } from './asterisk.ts';
import { until } from './floor.ts';
import { type Nodes, openNodes } from './nodes.ts';
import { countsOf, quantile, tell } from './figures.ts';

const seconds = Number(process.env['EXCHANGE_SECONDS'] ?? 60);
const aSecond = 30;
/** Time until a number reports busy; with the overhead, determines the calls per agent. */
const busyMs = 1500;
const staff = Number(process.env['EXCHANGE_STAFF'] ?? Math.ceil(aSecond * (busyMs / 1000 + 0.25)));
const extensions = Array.from({ length: staff }, (_, i) => String(1001 + i));

let exchange: Exchange;
let peer: SipPeer;
let nodes: Nodes;
let campaignId: number;

beforeAll(async () => {
  exchange = await openExchange({ extensions });
  const steps = [{ afterMs: busyMs, type: 'ended', cause: 17, by: 'far' }] as const;
  const planFor = (_: string, place: string) => (place === 'borrower' ? { steps, talkMs: 0 } : undefined);
  peer = await new SipPeer({ ...exchange.phones, exchange: exchange.sip, planFor }).open();
  nodes = await openNodes(exchange.url(), 1);
  const made = await nodes.database.one<{ id: number }>(sql`
    insert into campaigns (name, campaign_type, max_ratio, client_id) values ('Burst', 'progressive', 1, 1) returning id`);
  campaignId = made?.id ?? 0;
  await nodes.database.run(sql`
    with b as (insert into borrowers (client_id, name)
      select 1, 'Borrower ' || n from generate_series(1, ${aSecond * (seconds + 30) * 2}::int) n returning id)
    insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, mobile, campaign_id)
    select 1, 1, id, 'Borrower', 'X' || id, '98' || lpad(id::text, 8, '0'), ${campaignId} from b`);
  for (const extension of extensions) {
    const userId = await addUser(nodes, 'agent');
    await nodes.database.run(sql`
      with a as (insert into campaign_agents (campaign_id, user_id) values (${campaignId}, ${userId}))
      update users set extension_number = ${Number(extension)} where id = ${userId}`);
    const ask = asker(nodes, await signIn(nodes, userId));
    await ask('POST /dialer/login', { campaignId });
    await ask('POST /dialer/agent-ready', {});
  }
  const waiting = () =>
    nodes.database.one<{ n: number }>(
      sql`select count(*)::int as n from agent_sessions where activity = 'POOL' and is_leg_up`,
    );
  await until('everybody waits', async () => (await waiting())?.n === staff, 60);
  // No conversations, so audio is off.
  for (const { media } of peer.live()) if (media) media.isMute = true;
});
afterAll(async () => {
  await nodes.stop();
  peer.close();
  await exchange.stop();
});

test(
  `${aSecond} calls a second for ${seconds} s: each number once, each at once`,
  { timeout: 600_000 },
  async () => {
    // Heartbeat of all these agents' pages.
    const beat = setInterval(
      () =>
        void nodes.database.run(sql`update agent_sessions set heartbeat_at = now()`).catch(() => undefined),
      5000,
    );
    const start = (isStarted: boolean) =>
      nodes.database.run(sql`
      insert into dialer_processes (campaign_id, is_started) values (${campaignId}, ${isStarted})
      on conflict (campaign_id) do update set is_started = ${isStarted}`);
    await start(true);
    const placed = () => peer.calls.filter(({ place }) => place === 'borrower');
    await until('the first', () => placed().length > aSecond * 5, 30);
    const from = Date.now();
    await turn(seconds * 1000);
    const to = Date.now();
    await start(false);
    clearInterval(beat);
    const all = placed();
    const measured = all.filter(({ began }) => began >= from && began < to);
    const rows = await nodes.database.rows<{ phone: string; claimedAt: string }>(
      sql`select phone, claimed_at as "claimedAt" from call_attempts`,
    );
    const claimed = new Map(rows.map((one) => [one.phone, Date.parse(one.claimedAt)]));
    const took = measured.map(({ number, began }) => began - (claimed.get(number) ?? Number.NaN));
    const perSecond = countsOf(measured.map(({ began }) => Math.floor((began - from) / 1000)));
    process.stdout.write(
      `${measured.length} INVITEs in ${seconds} s: ${(measured.length / seconds).toFixed(1)} a second, ` +
        `${Math.min(...perSecond)} to ${Math.max(...perSecond)}, by ${staff} agents\n`,
    );
    tell('claim to INVITE', took);
    process.stdout.write(`claim to INVITE over 300 ms: ${took.filter((ms) => ms > 300).length}\n`);
    expect(new Set(all.map(({ number }) => number)).size).toBe(all.length);
    expect(took.filter(Number.isNaN)).toEqual([]);
    expect(quantile(took, 0.5)).toBeLessThan(5000);
  },
);
