/** Call reviews: permissions, score, blind calibration and retention. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callReviews } from '../../src/contexts/dialer/contract/quality/call-reviews.ts';
import { scoreQuestions } from '../../src/contexts/dialer/contract/quality/score-questions.ts';
import { forgetRecordings } from '../../src/contexts/dialer/server/recordings/forget.ts';
import type { WireRow } from '../../src/kernel/contract/endpoint.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let lead: Caller;
let second: Caller;
let outsider: Caller;
let agent: Caller;
const flags = ['list_summary_disposition', 'review_calls'] as const;
type Standing = WireRow<typeof callReviews.of>;
type Answer = Standing['reviews'][number]['answers'][number]['answer'];

async function recorded(user: Caller, startedAt = '2026-11-20T11:00:00+05:30'): Promise<string> {
  const call = await server.database.one<{ id: number }>(sql`
    insert into call_attempts (user_id, direction, mode, state, outcome, claimed_at, dialed_at, answered_at, bridged_at, ended_at)
    select ${user.id}, 'outbound', 'manual', 'ended', 'connected', t, t, t, t, t + interval '90 seconds'
    from (select ${startedAt}::timestamptz as t) t returning id`);
  await server.database.run(sql`
    insert into recordings (attempt_id, user_id, state, duration_s, started_at, storage_key)
    select id, user_id, 'stored', 90, ${startedAt}, ${`recording/${call?.id}`} from call_attempts where id = ${call?.id}`);
  return String(call?.id);
}
const cardOf = async (who: Caller, id: string) => {
  const { cards } = await who.call(callReviews.of, { id });
  const [card] = cards;
  if (!card) throw new Error('no card');
  return card;
};
/** All met and yes, except for questions that contain one of these strings. */
async function score(
  who: Caller,
  id: string,
  o: { except?: Record<string, Answer>; coaching?: string } = {},
) {
  const card = await cardOf(who, id);
  const answers = card.questions.map(({ id: questionId, question }) => {
    const word = Object.keys(o.except ?? {}).find((one) => question.includes(one));
    return {
      questionId,
      answer: word ? (o.except?.[word] ?? 'yes') : ('yes' as const),
      note: word ? 'heard at 0:40' : '',
    };
  });
  const { coaching = '' } = o;
  return who.call(callReviews.record, { id, cardId: card.id, answers, comment: 'as I heard it', coaching });
}

beforeAll(async () => {
  server = await boot();
  lead = await server.person({ roleType: 'manager', flags });
  second = await server.person({ roleType: 'tech_lead', flags, reportingTo: lead.id });
  outsider = await server.person({ roleType: 'manager', flags });
  agent = await server.person({ roleType: 'agent', reportingTo: second.id });
});
afterAll(() => server.stop());

test('a call is scored by the card, its weights and its fatal questions, once by each', async () => {
  const id = await recorded(agent);
  const fair = await score(lead, id, { except: { 'ways to pay': 'partly', Greeted: 'na', complain: 'no' } });
  // Weight 90 applied, of which half of 20 was lost; one rule was broken.
  expect(fair.reviews).toMatchObject([{ score: 88.9, isFatal: false, broken: 1, reviewerId: lead.id }]);
  const harsh = await score(second, id, { except: { Threatened: 'no' } });
  expect(harsh.reviews.find(({ reviewerId }) => reviewerId === second.id)).toMatchObject({
    score: 0,
    isFatal: true,
    broken: 1,
  });
  expect((await refusal(score(lead, id))).body.code).toBe('REVIEW_NOT_POSSIBLE');
});

test('who does not see the call, or does not score calls, reads and writes nothing of it', async () => {
  const id = await recorded(agent);
  const card = await cardOf(lead, id);
  const written = {
    id,
    cardId: card.id,
    answers: [{ questionId: card.questions[0]?.id ?? 0, answer: 'yes' as const, note: '' }],
    comment: '',
    coaching: '',
  };
  expect((await refusal(outsider.call(callReviews.of, { id }))).body.code).toBe('NOT_FOUND');
  expect((await refusal(outsider.call(callReviews.record, written))).body.code).toBe('NOT_FOUND');
  expect((await refusal(agent.call(callReviews.of, { id }))).status).toBe(403);
  // Review permission without playback permission gives no access to a call.
  const deaf = await server.person({ roleType: 'admin', flags: ['review_calls'] });
  expect((await refusal(deaf.call(callReviews.of, { id }))).body.code).toBe('NOT_FOUND');
  const unknown = { ...written, answers: [{ questionId: 999_999, answer: 'yes' as const, note: '' }] };
  expect((await refusal(lead.call(callReviews.record, unknown))).body.code).toBe('REVIEW_NOT_POSSIBLE');
  const own = await recorded(lead);
  expect((await refusal(score(lead, own))).body.code).toBe('REVIEW_NOT_POSSIBLE');
});

test('two who calibrate see each other only once both have scored, and their difference then', async () => {
  const id = await recorded(agent);
  const card = await cardOf(lead, id);
  const asked = { id, cardId: card.id, reviewerIds: [lead.id, second.id] };
  const beyond = { ...asked, reviewerIds: [lead.id, outsider.id] };
  expect((await refusal(lead.call(callReviews.calibrate, beyond))).body.code).toBe('REVIEW_NOT_POSSIBLE');
  await lead.call(callReviews.calibrate, asked);
  expect((await refusal(lead.call(callReviews.calibrate, asked))).body.code).toBe('REVIEW_NOT_POSSIBLE');
  await score(lead, id, { except: { 'ways to pay': 'no' } });
  const before = await second.call(callReviews.of, { id });
  expect(before).toMatchObject({ reviews: [], hidden: 1, calibrations: [{ difference: null }] });
  // A coaching note would disclose the reviewer's opinion.
  expect((await refusal(score(second, id, { coaching: 'Well done' }))).body.code).toBe('REVIEW_NOT_POSSIBLE');
  const after = await score(second, id, { except: { Greeted: 'partly' } });
  expect(after).toMatchObject({ hidden: 0, calibrations: [{ difference: { points: 15 } }] });
  expect(after.calibrations[0]?.difference?.questions.map(({ answers }) => answers)).toEqual([
    ['yes', 'partly'],
    ['no', 'yes'],
  ]);
});

test('the agent alone reads, acknowledges and answers a note', async () => {
  const id = await recorded(agent);
  await score(lead, id, { except: { complain: 'no' }, coaching: 'Say how to complain.' });
  const mine = (await agent.call(callReviews.coaching, { isOpen: true })).rows;
  expect(mine).toMatchObject([{ coaching: 'Say how to complain.', score: 100, acknowledgedAt: null }]);
  expect(mine[0]?.broken).toEqual(['Said how to complain when the borrower was not content']);
  const note = { id: String(mine[0]?.id), reply: 'I will' };
  const other = await server.person({ roleType: 'agent', reportingTo: second.id });
  expect((await other.call(callReviews.coaching, {})).rows).toEqual([]);
  expect((await refusal(other.call(callReviews.acknowledge, note))).body.code).toBe('NOT_FOUND');
  expect(await agent.call(callReviews.acknowledge, note)).toMatchObject({ reply: 'I will' });
  expect((await agent.call(callReviews.coaching, { isOpen: true })).rows).toEqual([]);
  const seen = (await lead.call(callReviews.of, { id })).reviews[0];
  expect(seen).toMatchObject({ reply: 'I will', acknowledgedAt: expect.any(String) });
});

test('texts are deleted with the recording, and scores and figures remain', async () => {
  const id = await recorded(agent, '2019-01-05T11:00:00+05:30');
  await score(lead, id, { except: { complain: 'no' }, coaching: 'Say how to complain.' });
  await server.database.run(sql`
    insert into call_audio (attempt_id, measured_at, seconds, silence_s, longest_silence_s, loud_s)
    values (${Number(id)}, now(), 90, 5, 3, 0)`);
  const gone: string[] = [];
  const store = { remove: async (key: string) => void gone.push(key) };
  const { run } = forgetRecordings({
    database: server.database,
    clock: { now: () => new Date() },
    store: store as never,
  });
  const log = { info: () => undefined };
  await run({}, { log: log as never, signal: new AbortController().signal, isLastTry: true });
  expect(gone).toEqual([`recording/${id}`]);
  const left = await server.database.one<Record<string, unknown>>(sql`
    select score::float8, broken, comment || coaching || reply as words, answers::text as answers,
      (select silence_s from call_audio a where a.attempt_id = r.attempt_id) as silence
    from call_reviews r where attempt_id = ${Number(id)}`);
  expect(left).toMatchObject({ score: 100, broken: 1, words: '', silence: 5 });
  expect(left?.answers).not.toContain('heard at');
  expect(left?.answers).toContain('"answer": "no"');
  expect((await refusal(lead.call(callReviews.of, { id }))).body.code).toBe('NOT_FOUND');
});

test('a changed question applies to future calls only', async () => {
  const admin = await server.as('edit_score_cards', ...flags);
  const id = await recorded(agent);
  await score(lead, id);
  const card = await cardOf(lead, id);
  const changed = card.questions.find(({ question }) => question.startsWith('Greeted'));
  const key = String(changed?.id);
  await admin.call(scoreQuestions.edit, { id: key, question: 'Greeted by name', weight: 40 });
  const now = await lead.call(callReviews.of, { id });
  expect(now.cards[0]?.questions).toContainEqual(
    expect.objectContaining({ question: 'Greeted by name', weight: 40 }),
  );
  expect(now.reviews[0]?.answers).toContainEqual(
    expect.objectContaining({ question: changed?.question, weight: 10 }),
  );
  const rule = await admin.call(scoreQuestions.create, {
    question: 'Named the ombudsman',
    cardId: card.id,
    section: 'Fair practices',
    kind: 'conduct',
    weight: 30,
    isFatal: false,
    place: 11,
  });
  expect(rule.weight).toBe(0);
});
