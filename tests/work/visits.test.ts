import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { breaks } from '../../src/contexts/agency/contract/breaks.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { visits } from '../../src/contexts/work/contract/visits.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { appendContacts } from '../contacts.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { lineOf } from '../matrix/socket.ts';
import { deviceOf } from '../sync/phone.ts';

const noon = new Date('2026-11-20T06:30:00Z');
let now = noon;
let server: TestServer;
let lead: Caller;
let agent: Caller;
let other: Caller;
let loanId = 0;
beforeAll(async () => {
  server = await boot({ clock: { now: () => now } });
  lead = await server.person({ roleType: 'tech_lead', flags: ['view_borrower_history'] });
  agent = await server.person({ roleType: 'agent', reportingTo: lead.id });
  other = await server.person({ roleType: 'agent' });
});
afterAll(() => server.stop());
beforeEach(async () => {
  now = noon;
  const made = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, assignee_id)
    select 1, 1, b.id, 'FV-' || b.id, ${agent.id} from b returning id`);
  loanId = made?.id ?? 0;
});

const here = { place: 'found', latitude: 18.5204, longitude: 73.8567, accuracy: 12, ageSeconds: 4 } as const;
const nowhere = { place: 'refused' } as const;
const nothing = { latitude: undefined, longitude: undefined, accuracy: undefined, ageSeconds: undefined };
const visit = (o: object = {}) => ({
  loanId,
  visitKey: randomUUID(),
  outcome: 'locked' as const,
  ...here,
  ...o,
});
const seen = async (who: Caller = agent) => (await who.call(visits.list, { loanId })).rows;
const jpeg = (size = 2000): string =>
  Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(size, 7)]).toString('base64');
const code = async (call: Promise<unknown>): Promise<string> => (await refusal(call)).body.code;

test('a visit stores its position, accuracy and age', async () => {
  const made = await agent.call(visits.record, visit({ comments: 'Neighbour says evening' }));
  expect(await seen(lead)).toMatchObject([
    {
      id: made?.id,
      outcome: 'locked',
      ...here,
      comments: 'Neighbour says evening',
      lockedTimes: 1,
      hasPhoto: false,
    },
  ]);
  const history = await lead.call(loans.history, { id: String(loanId) });
  expect(history.rows).toMatchObject([{ kind: 'visit', what: 'locked', detail: 'Neighbour says evening' }]);
  expect(await seen(other)).toEqual([]);
});

test('a denied position never blocks recording a visit', async () => {
  await agent.call(visits.record, { loanId, visitKey: randomUUID(), outcome: 'met', ...nowhere });
  await agent.call(visits.record, { loanId, visitKey: randomUUID(), outcome: 'met', place: 'none' });
  expect(await seen()).toMatchObject([
    { place: 'none', latitude: null },
    { place: 'refused', latitude: null, accuracy: null },
  ]);
});

test('a visit shows its distance from the address, and from where the borrower was met', async () => {
  await server.database.run(sql`
    update borrowers set pincode = '482001' where id = (select borrower_id from loans where id = ${loanId})`);
  const jabalpur = { latitude: 23.1815, longitude: 79.9864 };
  const at = (hours: number): string => new Date(noon.getTime() - hours * 3_600_000).toISOString();
  await agent.call(visits.record, visit({ ...jabalpur, outcome: 'met', occurredAt: at(5) }));
  await agent.call(visits.record, visit({ ...jabalpur, latitude: 23.1905, occurredAt: at(4) }));
  // In Pune.
  await agent.call(visits.record, visit({ occurredAt: at(3) }));
  await agent.call(visits.record, { ...visit({ occurredAt: at(2) }), ...nothing, place: 'none' });
  const told = (await seen(lead)).map(({ awayKm, metresFromMet }) => [awayKm, metresFromMet]);
  expect(told.slice(0, 1)).toEqual([[null, null]]);
  expect(told[1]?.[0]).toBeGreaterThan(200);
  expect(told[1]?.[1]).toBeGreaterThan(500_000);
  expect(told.slice(2)).toEqual([
    [0, 1001],
    [0, null],
  ]);
  const away = async (who: Caller) => (await who.call(visits.list, { loanId, isAway: true })).rows;
  expect([await away(lead), await away(other)].map(({ length }) => length)).toEqual([1, 0]);
});

test('locked doors are counted one after another, in the order they happened', async () => {
  const at = (hour: number): string => new Date(noon.getTime() - (24 - hour) * 3_600_000).toISOString();
  await agent.call(visits.record, visit({ occurredAt: at(1) }));
  await agent.call(visits.record, visit({ occurredAt: at(3) }));
  await agent.call(visits.record, visit({ outcome: 'met', occurredAt: at(5) }));
  await agent.call(visits.record, visit({ occurredAt: at(7) }));
  // Arrives last, happened before.
  await agent.call(visits.record, visit({ occurredAt: at(2) }));
  expect((await seen()).map(({ lockedTimes }) => lockedTimes)).toEqual([1, 0, 2, 2, 1]);
});

test('one entry arrives once, however often it is sent', async () => {
  const key = randomUUID();
  const body = visit();
  const first = await agent.call(visits.record, body, { key });
  expect((await agent.call(visits.record, body, { key }))?.id).toBe(first?.id);
  await server.database.run(sql`delete from idempotency where key = ${key}`);
  expect((await agent.call(visits.record, body, { key }))?.id).toBe(first?.id);
  expect(await seen()).toHaveLength(1);
  expect(await code(agent.call(visits.record, body))).toBe('KEY_REUSED');
});

test.each<[string, object, string]>([
  ['half a position', { latitude: undefined }, 'INVALID_INPUT'],
  ['a place beyond the pole', { latitude: 91 }, 'INVALID_INPUT'],
  ['an outcome nobody knows', { outcome: 'eaten' }, 'INVALID_INPUT'],
  ['no key', { visitKey: 'x' }, 'INVALID_INPUT'],
])('a visit with %s is rejected and nothing is written', async (_, change, expected) => {
  expect(await code(agent.call(visits.record, visit(change) as never))).toBe(expected);
  expect(await seen()).toEqual([]);
});

test("visits need the loan's visibility", async () => {
  expect(await code(other.call(visits.record, visit()))).toBe('NOT_FOUND');
  expect(await code(server.anonymous.call(visits.record, visit()))).toBe('NOT_SIGNED_IN');
});

const show = (who: Caller, id: number): Promise<Response> => who.fetch(`/api/visits/${id}/photo`);

test('its photo is uploaded later, shown to viewers of the loan, and moved into the file store', async () => {
  const body = visit();
  const made = await agent.call(visits.record, body);
  const data = jpeg();
  const photo = { loanId, visitKey: body.visitKey, data };
  const [above, beside] = await Promise.all([lead, other].map((who) => lineOf(server, who)));
  expect(await agent.call(visits.photo, photo)).toEqual({ id: made?.id, loanId });
  expect(await above?.next('stale')).toEqual({ domains: expect.arrayContaining(['visits']) as string[] });
  // Signals are ordered: other sockets first receive something else.
  const maker = await server.as('create_break');
  await maker.call(breaks.create, { name: 'Tea', duration: '00:15' });
  expect(await beside?.next('stale')).toEqual({ domains: ['breaks'] });
  above?.close();
  beside?.close();
  expect(await code(agent.call(visits.photo, photo))).toBe('TAKEN');
  expect(await seen()).toMatchObject([{ hasPhoto: true }]);
  const waiting = () =>
    server.database.rows(sql`select 1 as ok from visits where loan_id = ${loanId} and photo is not null`);
  await expect.poll(waiting).toEqual([]);
  for (const who of [agent, lead]) {
    const response = await show(who, made?.id ?? 0);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(Buffer.from(await response.arrayBuffer()).toString('base64')).toBe(data);
  }
  expect((await show(other, made?.id ?? 0)).status).toBe(404);
  expect((await show(agent, 987_654)).status).toBe(404);
});

test('a photo without its visit, of another user, or invalid is rejected', async () => {
  const body = visit();
  await agent.call(visits.record, body);
  const photo = { loanId, visitKey: body.visitKey, data: jpeg() };
  expect(await code(agent.call(visits.photo, { ...photo, visitKey: randomUUID() }))).toBe('NOT_FOUND');
  expect(await code(other.call(visits.photo, photo))).toBe('NOT_FOUND');
  const script = Buffer.from('<script>alert(1)</script>').toString('base64');
  expect(await code(agent.call(visits.photo, { ...photo, data: script }))).toBe('INVALID_INPUT');
  expect(await code(agent.call(visits.photo, { ...photo, data: jpeg(40_000) }))).toBe('INVALID_INPUT');
  expect(await seen()).toMatchObject([{ hasPhoto: false }]);
});

/** A photo as a phone sends it: so many bytes a part, each with the digest of all of them. */
function inParts(photo: Buffer, size = 30_000) {
  const digest = createHash('sha256').update(photo).digest('hex');
  const parts = Math.ceil(photo.length / size);
  return Array.from({ length: parts }, (_, part) => ({
    data: photo.subarray(part * size, (part + 1) * size).toString('base64'),
    part,
    parts,
    digest,
  }));
}

test('an evidence photo arrives in parts, each once, in any order, and is complete with the last', async () => {
  const body = visit();
  const made = await agent.call(visits.record, body);
  const photo = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(100_000)]);
  const send = (part: object) =>
    agent.call(visits.photo, { loanId, visitKey: body.visitKey, ...part } as never);
  const [a, b, c, d] = inParts(photo);
  await send({ ...c });
  await send({ ...a });
  expect(await code(send({ ...a }))).toBe('TAKEN');
  const [, other] = inParts(Buffer.concat([photo, Buffer.from('!')]));
  expect(await code(send({ ...other }))).toBe('TAKEN');
  expect(await code(send({ ...b, digest: undefined }))).toBe('INVALID_INPUT');
  await send({ ...d });
  expect(await seen()).toMatchObject([{ hasPhoto: false }]);
  await send({ ...b });
  expect(await seen()).toMatchObject([{ hasPhoto: true }]);
  const shown = Buffer.from(await (await show(lead, made?.id ?? 0)).arrayBuffer());
  expect(shown.equals(photo)).toBe(true);
  expect(await server.database.rows(sql`select 1 as ok from visit_photo_parts`)).toEqual([]);
});

test('parts that are no photo, or do not make the one that was named, never become one', async () => {
  const body = visit();
  await agent.call(visits.record, body);
  const send = (part: object) =>
    agent.call(visits.photo, { loanId, visitKey: body.visitKey, ...part } as never);
  const [script] = inParts(Buffer.alloc(50_000, '<script>'));
  expect(await code(send({ ...script }))).toBe('INVALID_INPUT');
  const [a, b] = inParts(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(50_000, 1)]));
  await send({ ...a });
  expect(await code(send({ ...b, data: Buffer.alloc(20_003, 2).toString('base64') }))).toBe('INVALID_INPUT');
  await send({ ...b });
  expect(await seen()).toMatchObject([{ hasPhoto: true }]);
});

/** One above the weekly caps. */
const visitedOften = async () => {
  await server.database.run(sql`
    insert into visits (visit_key, loan_id, borrower_id, user_id, outcome, place, effective_at)
    select gen_random_uuid(), id, borrower_id, ${agent.id}, 'locked', 'none', ${noon}::timestamptz - n * interval '1 minute'
    from loans, generate_series(1, 15) n where id = ${loanId}`);
  await appendContacts(server.database);
};
const may = () => agent.call(visits.allowance, { id: String(loanId) });

test('the guard is checked before a visit starts, and rejects it with the rule and the next time', async () => {
  expect(await may()).toMatchObject({ rule: null, times: 0, most: 15, everyDays: 7 });
  now = new Date('2026-11-20T15:00:00Z');
  expect(await may()).toMatchObject({ rule: 'hours', until: '2026-11-21T02:30:00.000Z' });
  const { body } = await refusal(agent.call(visits.record, visit()));
  expect(body).toMatchObject({ code: 'CONTACT_BLOCKED', facts: { rule: 'hours' } });
  expect(body.message).toContain('Possible from 21 Nov');
  now = noon;
  await server.database.run(sql`
    insert into loan_holds (loan_id, rule_id, from_day, until_day)
    select ${loanId}, id, '2026-11-18', '2026-11-25' from compliance_rules where name = 'Bereavement'`);
  expect(await may()).toMatchObject({ rule: 'rests', reason: 'Bereavement' });
  expect(await code(agent.call(visits.record, visit()))).toBe('CONTACT_BLOCKED');
  expect(await seen()).toEqual([]);
  expect(await code(other.call(visits.allowance, { id: String(loanId) }))).toBe('NOT_FOUND');
});

test('a visit above the cap is stored, marked, and visible to its leader', async () => {
  await visitedOften();
  expect(await code(agent.call(visits.record, visit()))).toBe('CONTACT_BLOCKED');
  const made = await agent.call(visits.record, visit({ hasHappened: true }));
  const against = (who: Caller) => who.call(visits.list, { loanId, isAgainst: true });
  expect((await against(lead)).rows).toMatchObject([{ id: made?.id, loanId, rule: 'capped' }]);
  expect((await against(other)).rows).toEqual([]);
  const kept = await server.database.rows(sql`
    select is_allowed as allowed, rule from contact_decisions where loan_id = ${loanId} and channel = 'visit' order by id`);
  expect(kept).toEqual([
    { allowed: false, rule: 'capped' },
    { allowed: false, rule: 'capped' },
  ]);
});

test('an offline visit above a cap is stored, marked, and reported to its author and the leader', async () => {
  await visitedOften();
  const { item, send } = deviceOf(agent);
  const input = { loanId, visitKey: randomUUID(), outcome: 'locked', place: 'none' };
  const [answer] = await send([
    await item(input, { cmd: visits.record.name, at: noon, lane: `loan:${loanId}` }),
  ]);
  expect(answer).toMatchObject({ status: 200, verdict: 'APPLIED_WITH_NOTICE' });
  expect(answer?.notices).toContainEqual({ code: 'CONTACT_AGAINST', facts: { rule: 'capped' } });
  expect((await seen(lead))[0]).toMatchObject({ rule: 'capped' });
});
