/** Recordings: visibility, filters, playback and audit log. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { recordings } from '../../src/contexts/dialer/contract/recordings.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let lead: Caller;
let other: Caller;
let agent: Caller;
let campaignId = 0;
const flags = ['list_summary_disposition'] as const;
const made: Record<string, { id: number; referenceId: string }> = {};

interface Call {
  day: string;
  seconds: number;
  user: Caller;
  picked?: string[];
  loan?: number;
}
async function recorded(name: string, { day, seconds, user, picked, loan }: Call): Promise<void> {
  const call = await server.database.one<{ id: number; referenceId: string }>(sql`
    insert into call_attempts (user_id, campaign_id, loan_id, direction, mode, state, outcome, claimed_at, dialed_at,
      answered_at, bridged_at, ended_at, wrap_end_at)
    select ${user.id}, ${campaignId}, ${loan ?? null}, 'outbound', 'manual', 'ended', 'connected', t, t, t, t,
      t + make_interval(secs => ${seconds}), t + make_interval(secs => ${seconds})
    from (select ${`${day}T11:00:00+05:30`}::timestamptz as t) t returning id, reference_id as "referenceId"`);
  if (!call) throw new Error('no call was made');
  made[name] = call;
  await server.database.run(sql`
    insert into recordings (attempt_id, user_id, state, duration_s, started_at)
    select id, user_id, 'at_provider', ${seconds}, ${`${day}T11:00:00+05:30`} from call_attempts where id = ${call?.id}`);
  if (picked)
    await server.database.run(sql`
      insert into call_audio (attempt_id, measured_at, seconds, silence_s, longest_silence_s, loud_s, picked)
      values (${call?.id}, now(), ${seconds}, 25, 21, 0, ${picked})`);
}
const found = async (who: Caller, input: Parameters<typeof lead.call<typeof recordings.list>>[1]) =>
  (await who.call(recordings.list, input)).rows.map(
    ({ id }) => Object.keys(made).find((name) => made[name]?.id === id) ?? '?',
  );

beforeAll(async () => {
  server = await boot();
  lead = await server.person({ roleType: 'tech_lead', flags });
  other = await server.person({ roleType: 'tech_lead', flags });
  agent = await server.person({ roleType: 'agent', reportingTo: lead.id });
  const second = await server.person({ roleType: 'agent', reportingTo: lead.id });
  const theirs = await server.person({ roleType: 'agent', reportingTo: other.id });
  campaignId =
    (
      await server.database.one<{ id: number }>(sql`
        insert into campaigns (name, campaign_type, max_ratio, client_id) values ('Heard', 'predictive', 3, 1) returning id`)
    )?.id ?? 0;
  await recorded('short', { day: '2026-11-18', seconds: 12, user: agent });
  await recorded('long', { day: '2026-11-19', seconds: 400, user: agent, picked: ['silence'] });
  await recorded('second', { day: '2026-11-20', seconds: 90, user: second, picked: [] });
  await recorded('theirs', { day: '2026-11-20', seconds: 91, user: theirs, picked: ['random'] });
});
afterAll(() => server.stop());

test('recordings are found by agent, length, day and review reason, in the requested order', async () => {
  expect(await found(lead, {})).toEqual(['second', 'long', 'short']);
  expect(await found(lead, { sort: '-seconds' })).toEqual(['long', 'second', 'short']);
  expect(await found(lead, { sort: 'startTime', size: 5 })).toEqual(['short', 'long', 'second']);
  expect(await found(lead, { userIds: [agent.id] })).toEqual(['long', 'short']);
  expect(await found(lead, { leastSeconds: 60, mostSeconds: 100 })).toEqual(['second']);
  expect(await found(lead, { startDate: '2026-11-19', endDate: '2026-11-19' })).toEqual(['long']);
  expect(await found(lead, { picked: 'silence' })).toEqual(['long']);
  expect(await found(lead, { campaignIds: [campaignId + 1] })).toEqual([]);
  expect((await lead.call(recordings.list, { picked: 'silence' })).rows).toMatchObject([
    {
      seconds: 400,
      sound: { longestSilence: 21, interruptions: null, picked: ['silence'] },
      borrowerName: null,
    },
  ]);
});

test('recordings of another team are inaccessible to leaders, and all are to agents', async () => {
  expect(await found(other, {})).toEqual(['theirs']);
  const id = String(made.theirs?.id);
  expect((await refusal(lead.call(recordings.one, { id }))).body.code).toBe('NOT_FOUND');
  expect((await refusal(agent.call(recordings.list, {}))).status).toBe(403);
  expect(await lead.call(recordings.one, { id: String(made.long?.id) })).toMatchObject({ agentId: agent.id });
  expect(await lead.call(recordings.one, { id: String(made.long?.referenceId) })).toMatchObject({
    seconds: 400,
  });
});

test("a recording belongs to the call's current agent, or without one to the loan's", async () => {
  const loan = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, client_borrower_id, name) values (1, 'B-H', 'Asha') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, borrower_name, loan_number, assignee_id)
    select 1, 1, id, 'Asha', 'LN-H', ${agent.id} from b returning id`);
  await recorded('handed', { day: '2026-11-16', seconds: 30, user: agent, loan: loan?.id ?? 0 });
  const asked = { startDate: '2026-11-16', endDate: '2026-11-16' };
  const giveTo = (userId: number | null) =>
    server.database.run(sql`update call_attempts set user_id = ${userId} where id = ${made.handed?.id}`);
  expect(await found(lead, asked)).toEqual(['handed']);
  await giveTo(other.id);
  expect([await found(lead, asked), await found(other, asked)]).toEqual([[], ['handed']]);
  await giveTo(null);
  expect([await found(lead, asked), await found(other, asked)]).toEqual([['handed'], []]);
  await server.database.run(sql`delete from call_attempts where id = ${made.handed?.id}`);
});

test('pages match the same rows in every order, and their total', async () => {
  const whole = await lead.call(recordings.list, {});
  expect(await lead.call(recordings.list, { part: 'count' })).toMatchObject({ count: whole.rows.length });
  for (const sort of ['startTime', 'seconds', '-seconds'] as const) {
    const all = await found(lead, { sort });
    const pages = await Promise.all([1, 2, 3].map((page) => found(lead, { sort, size: 1, page })));
    expect(pages.flat()).toEqual(all);
  }
});

test('playback is in the audit log, and is only possible from our pages', async () => {
  const { id, referenceId } = made.long ?? { id: 0, referenceId: '' };
  await lead.call(recordings.play, { referenceId });
  await lead.call(recordings.download, { id: referenceId });
  const heard = await server.database.rows(sql`
    select actor_id as who, facts from event where type = 'recordings.heard' and entity_id = ${id} order by id`);
  expect(heard).toEqual([
    { who: lead.id, facts: { callRefNo: referenceId, isFile: false } },
    { who: lead.id, facts: { callRefNo: referenceId, isFile: true } },
  ]);
  const path = `/api${recordings.play.path.replace(':referenceId', referenceId)}`;
  const foreign = await lead.fetch(path, { headers: { 'Sec-Fetch-Site': 'cross-site' } });
  expect(foreign.status).toBe(403);
});

test('a recording is analysed once stored', async () => {
  await recorded('new', { day: '2026-11-17', seconds: 24, user: agent });
  await server.database.run(
    sql`update recordings set next_try_at = now() where attempt_id = ${made.new?.id}`,
  );
  await vi.waitFor(
    async () => {
      const { sound } = await lead.call(recordings.one, { id: String(made.new?.id) });
      expect(sound).toMatchObject({ interruptions: null });
    },
    { timeout: 60_000, interval: 100 },
  );
});
