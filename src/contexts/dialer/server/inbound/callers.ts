/** Inbound callers from their arrival until an agent speaks with them, they choose something else, or hang up. */
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { SpokenLine } from '../telephony/port.ts';
import { type Attempt, lockCall } from '../engine/attempt/attempts.ts';
import type { Engine } from '../engine/engine-parts.ts';
import type { Move } from '../engine/move.ts';
import { longestWaitMs, moveAttempt, release } from '../engine/transition.ts';
import { startRecording } from '../recordings/marks.ts';
import { bookFromQueue } from '../leads/call-backs.ts';
import { matchDigits } from './match.ts';
import { type Choices, type Menu, type MenuEvent, type MenuStep, restOf, stepMenu } from './menu.ts';
import { type Queue, isOpen, opensNext, queueById } from './queues.ts';

interface Row extends Menu {
  queueId: number;
  loanId: number | null;
  phone: string | null;
  enteredAt: string;
  lastAgentId: number | null;
  hasCallBack: boolean;
  hasVoicemail: boolean;
  hasGreeting: boolean;
  place: number;
}

const rowOf = (tx: Tx, attemptId: number): Promise<Row | undefined> =>
  tx.one<Row>(sql`
    select c.queue_id as "queueId", c.stage, c.digits, c.tries, k.loan_id as "loanId", k.phone, c.entered_at as "enteredAt",
      c.last_agent_id as "lastAgentId", q.has_call_back as "hasCallBack", q.has_voicemail as "hasVoicemail",
      q.greeting <> '' as "hasGreeting",
      1 + (select count(*) from queue_calls b where b.queue_id = c.queue_id and b.left_at is null and b.stage = 'waiting'
        and (b.entered_at, b.attempt_id) < (c.entered_at, c.attempt_id))::int as place
    from queue_calls c join call_attempts k on k.id = c.attempt_id join inbound_queues q on q.id = c.queue_id
    where c.attempt_id = ${attemptId} and c.left_at is null for no key update of c`);

const choicesOf = (row: Row, isOffered: boolean): Choices => ({
  hasCallBack: row.hasCallBack,
  hasVoicemail: row.hasVoicemail,
  place: isOffered ? null : row.place,
  greeting: row.hasGreeting ? `queue-${row.queueId}` : 'greeting',
});

/** A call of that number enters its queue. */
export async function enterQueue(
  move: Move,
  attempt: Attempt,
  queue: Queue,
  lastAgentId: number | null,
): Promise<void> {
  const { tx, now } = move;
  await tx.run(sql`
    insert into queue_calls (attempt_id, queue_id, entered_at, stage, last_agent_id)
    values (${attempt.id}, ${queue.id}, ${now}, 'waiting', ${lastAgentId})`);
  const isKnown = attempt.loanId !== null;
  await stepOn(move, attempt, { type: 'enter', isOpen: await isOpen(tx, queue, now), isKnown });
  // An agent may be free already.
  move.isFreed = true;
}

/** A key press or timeout of a queue caller; ignored once an agent has the call. */
export async function stepCaller(
  move: Move,
  attemptId: number,
  event: MenuEvent | { type: 'recorded' },
): Promise<void> {
  const locked = await lockCall(move.tx, attemptId);
  if (!locked) return;
  const { attempt, session } = locked;
  const { state, endReason } = attempt.state;
  if (attempt.queueId === null || state !== 'ringing' || endReason !== null) return;
  const step = await stepOn(move, attempt, event.type === 'recorded' ? { type: 'due' } : event);
  const isAway = step !== null && step.menu.stage !== 'waiting';
  // The agent it was offered to is free again.
  if (isAway && session && attempt.state.agentId !== null) await release(move, attempt, session);
  if (step?.menu.stage === 'leaving') await moveAttempt(move, attemptId, { type: 'end', reason: 'nobody' });
}

async function stepOn(move: Move, attempt: Attempt, event: MenuEvent): Promise<MenuStep | null> {
  const { tx, now } = move;
  const row = await rowOf(tx, attempt.id);
  const step = row && stepMenu(row, event, choicesOf(row, attempt.state.agentId !== null));
  if (!row || !step) return null;
  const { menu, says, dueMs, does } = step;
  const dueAt = dueMs === null ? null : new Date(now.getTime() + dueMs);
  // The current announcement continues: the timeout starts at its end.
  const isSaying = says === null && dueAt !== null;
  await tx.run(sql`
    update queue_calls set stage = ${menu.stage}, digits = ${menu.digits}, tries = ${menu.tries},
      due_at = ${isSaying ? sql`greatest(due_at, ${dueAt}::timestamptz)` : sql`${dueAt}`}
      ${says === null ? sql`` : sql`, says = ${[...says]}, say_no = say_no + 1, telling_at = null`}
    where attempt_id = ${attempt.id}`);
  move.attempts.add(attempt.id);
  await doIt(move, attempt, row, does);
  // After the choice that is all there is to it.
  if (event.type === 'enter' && menu.stage === 'leaving')
    await moveAttempt(move, attempt.id, { type: 'end', reason: 'nobody' });
  return step;
}

async function doIt(move: Move, attempt: Attempt, row: Row, does: MenuStep['does']): Promise<void> {
  const { tx, now } = move;
  const becomes = (result: 'call_back' | 'voicemail'): Promise<number> =>
    tx.run(sql`update queue_calls set result = ${result} where attempt_id = ${attempt.id}`);
  if (does === 'match') await matchDigits(tx, attempt.id);
  if (does === 'call-back') {
    await becomes('call_back');
    const queue = await queueById(tx, row.queueId);
    const isThere = await isOpen(tx, queue, now);
    await bookFromQueue(tx, {
      loanId: row.loanId,
      queueId: row.queueId,
      phone: row.phone,
      agentId: row.lastAgentId,
      // Queue position by time of arrival.
      at: isThere ? new Date(row.enteredAt) : await opensNext(tx, queue, now),
      now,
    });
  }
  if (does === 'voicemail') {
    await becomes('voicemail');
    await tx.run(sql`
      with u as (update call_attempts set due_at = ${new Date(now.getTime() + longestWaitMs)} where id = ${attempt.id})
      update queue_calls set message_at = ${now} where attempt_id = ${attempt.id}`);
    await startRecording(move, attempt);
  }
}

/** Steps with an expired timeout. */
export const dueCallers = async (tx: Tx, now: Date, most: number): Promise<number[]> =>
  (
    await tx.rows<{ id: number }>(sql`
      select attempt_id as id from queue_calls where due_at <= ${now} and left_at is null order by due_at limit ${most}`)
  ).map(({ id }) => id);

interface Told {
  stage: Menu['stage'];
  says: SpokenLine[];
  no: number;
}
const toldColumns = sql`stage, says, say_no as no`;
const toldOf = (tx: Tx, attemptId: number): Promise<Told | undefined> =>
  tx.one<Told>(sql`select ${toldColumns} from queue_calls where attempt_id = ${attemptId}`);

/** The lease of a node that sends a caller's commands; another continues after it. */
const tellingMs = 5000;

/** Sends a queue caller's announcements to the exchange; one of several workers does it. */
export async function attendCaller({ provider, database, clock }: Engine, attempt: Attempt): Promise<void> {
  const now = clock.now();
  const caller = await database.one<Told>(sql`
    update queue_calls set telling_at = ${now} where attempt_id = ${attempt.id} and told_no < say_no
      and (telling_at is null or telling_at <= ${new Date(now.getTime() - tellingMs)})
    returning ${toldColumns}`);
  if (!caller) return;
  const { says, no, stage } = caller;
  const legId = attempt.referenceId;
  await provider.say({ legId, no, lines: says, ...(stage === 'message' && { recId: legId }) });
  const told = await database.one<{ isOver: boolean }>(sql`
    update queue_calls c set told_no = greatest(told_no, ${no}) from call_attempts k
    where c.attempt_id = ${attempt.id} and k.id = c.attempt_id
    returning c.say_no > ${no} or k.state <> 'ringing' or k.end_reason is not null as "isOver"`);
  // The next announcement is due, or an agent was found, during the command: this one must not play first.
  if (told?.isOver) await provider.hush({ legId, no });
}

/** Announcement played on interruption: an agent joins, or the last ones are a farewell. */
export async function cutOff(
  { database }: Engine,
  attempt: Attempt,
): Promise<{ lines: SpokenLine[]; hushNo?: number }> {
  const caller = attempt.queueId === null ? undefined : await toldOf(database, attempt.id);
  if (!caller) return { lines: [] };
  const { stage, no, says } = caller;
  // Earlier announcements may finish.
  return stage === 'leaving' ? { lines: says, hushNo: no - 1 } : { lines: [], hushNo: no };
}

/** Announcements finished: the timeout starts now. */
export async function toldCaller({ tx, now }: Move, attemptId: number, no: number): Promise<void> {
  const row = await tx.one<{ stage: Menu['stage'] }>(sql`
    select c.stage from queue_calls c join call_attempts k on k.id = c.attempt_id
    where c.attempt_id = ${attemptId} and c.say_no = ${no} and c.left_at is null and k.state = 'ringing'
      and k.end_reason is null for no key update of c`);
  const restMs = row ? restOf(row.stage) : null;
  if (restMs === null) return;
  await tx.run(sql`
    update queue_calls set due_at = ${new Date(now.getTime() + restMs)} where attempt_id = ${attemptId}`);
}
