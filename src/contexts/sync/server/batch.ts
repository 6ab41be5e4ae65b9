/** Runs a phone's batch through the endpoints of its entries, each in a separate savepoint. */
import { watchersOf } from '#contexts/agency/server/visible.ts';
import { hash } from 'node:crypto';
import type { SyncAnswer, SyncItem } from '#kernel/contract/outbox/sync-rows.ts';
import { canonical } from '#kernel/contract/outbox/canonical.ts';
import { Failure, failureStatus } from '#kernel/contract/failure.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Delivery, DuplicateOf, NeedsReview, verdictIn } from '#kernel/server/http/delivery.ts';
import { type EventLog, eventLog } from '#kernel/server/live/event.ts';
import { withoutOrigin } from '#kernel/contract/events/sender.ts';
import {
  Replayed,
  type Stored,
  claim,
  fingerprintOf,
  keep,
  storedAnswer,
  storedAnswers,
} from '#kernel/server/http/idempotency.ts';
import type { Context, Route } from '#kernel/server/http/implement.ts';
import type { Logger } from '#kernel/server/operation/log.ts';
import { Denied, perform } from '#kernel/server/http/perform.ts';
import { bodyOf, failureFrom } from '#kernel/server/http/refusal.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { whitelistOf } from '#kernel/server/http/whitelist.ts';
import { type Placed, placeInTime } from './clock.ts';
import { opened } from './keys.ts';
import { inputFor } from './versions.ts';
import { insertReview, loanIn } from './review-store.ts';
import { floorOf } from './store.ts';

type Input = Record<string, unknown>;
export type Command = Pick<Parameters<typeof perform>[0], 'route' | 'whitelist'>;
/** An entry with content and time, or why it is unreadable. */
interface Read {
  item: SyncItem;
  placed: Placed;
  input: Input | Failure;
}
export interface Run {
  /** Events of a delivery's entries, written together. */
  events?: EventLog;
  commands: ReadonlyMap<string, Command>;
  context: Context;
  deviceId: string;
  log: Logger;
}

/** Offline endpoints by name. */
export const commandsIn = (routes: readonly Route[]): ReadonlyMap<string, Command> =>
  new Map(
    routes
      .filter(({ endpoint }) => endpoint.offline)
      .map((route) => [route.endpoint.name, { route, whitelist: whitelistOf(route.endpoint) }]),
  );

/** Original content of an entry; rejects a tampered one. */
export async function contentOf(tx: Tx, deviceId: string, item: SyncItem): Promise<Input> {
  const input = item.sealed ? await opened(tx, item.sealed, { ...item, deviceId }) : item.input;
  const isWhole =
    typeof input === 'object' && input !== null && hash('sha256', canonical(input)) === item.bodyHash;
  if (!isWhole) throw new Failure('SEAL_BROKEN');
  return input as Input;
}

async function readAll(run: Run, items: readonly SyncItem[]): Promise<Read[]> {
  const { tx, actor, now } = run.context;
  const own = items.filter(({ actorId }) => actorId === actor.id).toSorted((a, b) => a.seq - b.seq);
  const floor = own[0] && (await floorOf(tx, run.deviceId, own[0].seq));
  const placed = placeInTime(own, now, floor);
  const inputs = await Promise.all(
    own.map((item) =>
      contentOf(tx, run.deviceId, item).catch((error: unknown) => {
        if (error instanceof Failure) return error;
        throw error;
      }),
    ),
  );
  return own.map((item, i) => ({ item, placed: placed[i] as Placed, input: inputs[i] as Input | Failure }));
}

export function refused(run: Run, key: string, error: unknown): SyncAnswer {
  const failure = failureFrom(error);
  const requestId = run.context.request.id;
  if (!failure) run.log.error({ err: error, endpoint: 'sync.batch', key, requestId });
  const { statusCode, code, message, facts, fields } = bodyOf(failure ?? new Failure('BROKEN'), requestId);
  return { key, status: statusCode, code, words: message, facts, ...(fields && { fields: [...fields] }) };
}

/** A response after which later entries of its ordering key must be postponed: it may still be accepted. */
const holds = ({ status, code }: SyncAnswer): boolean =>
  status >= 500 || status === 429 || status === failureStatus.CLIENT_TOO_OLD || code === 'IN_PROGRESS';

/** Applies nothing: the entries return in an order not fully visible to this server. */
export const putOff = (run: Run, items: readonly SyncItem[]): SyncAnswer[] =>
  items.map(({ key }) => refused(run, key, new Failure('IN_PROGRESS')));

/** Written for the agency that had this host before, by whom this one does not know, whatever number they have. */
export const ofAnother = (run: Run, items: readonly SyncItem[]): SyncAnswer[] =>
  items.map(({ key }) => refused(run, key, new Failure('ACTOR_MISMATCH')));

/** Answers in the order of the items, which are carried out in the order they were written. */
export async function runBatch(asked: Run, items: readonly SyncItem[]): Promise<SyncAnswer[]> {
  const { tx, actor, request } = asked.context;
  const events = eventLog(actor.id, withoutOrigin(request));
  const run = { ...asked, events };
  const answers = new Map<string, SyncAnswer>();
  const keys = items.map(({ key }) => key);
  // A batch with a lost response is resent: stored responses are returned without running the entries.
  const stored = await storedAnswers(tx, actor.id, keys);
  const held = new Set<string>();
  for (const entry of await readAll(run, items)) {
    const { key, lane } = entry.item;
    const known = stored.get(key);
    const answer = held.has(lane)
      ? refused(run, key, new Failure('IN_PROGRESS'))
      : ((known && replayed(run, entry, known)) ?? (await deliver(run, entry)));
    if (holds(answer)) held.add(lane);
    answers.set(key, answer);
  }
  await events.flush(tx, []);
  return items.map(({ key }) => answers.get(key) ?? refused(run, key, new Failure('ACTOR_MISMATCH')));
}

export const storedAnswerOf = (key: string, { answer, verdict, notices }: Stored): SyncAnswer => ({
  key,
  status: 200,
  row: answer ?? {},
  isReplay: true,
  verdict: verdict ?? 'APPLIED',
  notices,
});

/** Response of a committed entry; undefined when it must be processed. */
function replayed(
  run: Run,
  { item, input }: Read,
  known: Stored & { fingerprint: Buffer },
): SyncAnswer | undefined {
  const command = run.commands.get(item.cmd);
  if (!command || input instanceof Failure) return undefined;
  const isSame = known.fingerprint.equals(fingerprintOf(command.route.endpoint, sentAs(input)));
  return isSame ? storedAnswerOf(item.key, known) : refused(run, item.key, new Failure('KEY_REUSED'));
}

async function deliver(run: Run, entry: Read): Promise<SyncAnswer> {
  const { tx } = run.context;
  const { key } = entry.item;
  if (entry.input instanceof Failure) return refused(run, key, entry.input);
  const command = run.commands.get(entry.item.cmd);
  if (!command) return refused(run, key, new Failure('COMMAND_UNKNOWN'));
  const begun = tx.run(sql`savepoint entry`);
  // Pipelined with the following statements and fails with them; the later rollback reveals it.
  begun.catch(() => undefined);
  try {
    return await apply(run, command, entry, entry.input);
  } catch (error) {
    // If even this fails the connection is lost, and the entire batch is resent.
    await tx.run(sql`rollback to savepoint entry`);
    return await settle(run, command, entry, error);
  }
}

const queuedOf = ({ item, placed }: Read, deviceId: string): Delivery => ({
  key: item.key,
  deviceId,
  seq: item.seq,
  queued: {
    effectiveAt: placed.effectiveAt,
    wall: item.occurredAt.wall,
    base: item.base ?? null,
    isReviewed: false,
  },
  notices: placed.codes.map((code) => ({ code })),
});
/** An entry's fields are by name, wherever a request would carry them. */
export const sentAs = (input: Input) => ({ params: {}, query: input, body: input });

async function apply(run: Run, command: Command, entry: Read, input: Input): Promise<SyncAnswer> {
  const { tx, now, actor, request } = run.context;
  const delivery = queuedOf(entry, run.deviceId);
  const { endpoint } = command.route;
  const { wire } = await perform({
    ...command,
    fingerprint: fingerprintOf(endpoint, sentAs(input)),
    tx,
    now,
    actor,
    delivery,
    request,
    sent: sentAs(inputFor(endpoint, entry.item.cmdV, input)),
    session: () => undefined,
    into: run.events,
    ends: sql`release savepoint entry`,
  });
  const { id } = (wire.row ?? {}) as { id?: number };
  return accepted(entry, { id, isReplay: delivery.isRepeated }, delivery);
}

const accepted = (
  { item }: Read,
  { id, isReplay }: { id?: number; isReplay?: boolean },
  delivery: Delivery,
): SyncAnswer => ({
  key: item.key,
  status: 200,
  row: id === undefined ? {} : { id },
  ...(isReplay && { isReplay }),
  verdict: verdictIn(delivery),
  notices: delivery.notices,
});

/** The error type decides, after the entry was rolled back: replay, review, or rejection. */
async function settle(run: Run, command: Command, entry: Read, error: unknown): Promise<SyncAnswer> {
  const { key } = entry.item;
  try {
    if (error instanceof Replayed)
      return storedAnswerOf(key, await storedAnswer(run.context.tx, error.claim));
    const review = error instanceof Denied ? new NeedsReview(['ROLE_LOST']) : error;
    if (review instanceof NeedsReview) return await keepForReview(run, command, entry, review);
    if (error instanceof DuplicateOf) return await keepDuplicate(run, command, entry, error.id);
    return refused(run, key, error);
  } catch (again) {
    await run.context.tx.run(sql`rollback to savepoint entry`);
    return refused(run, key, again);
  }
}

/** Claims the key of an entry without effect; its response is stored as usual. */
async function claimAgain(run: Run, { route }: Command, entry: Read): Promise<Delivery> {
  const { tx, actor } = run.context;
  const delivery = queuedOf(entry, run.deviceId);
  const fingerprint = fingerprintOf(route.endpoint, sentAs(entry.input as Input));
  const taken = { actorId: actor.id, delivery, fingerprint };
  if (!(await claim(tx, route.endpoint, taken))) throw new Failure('IN_PROGRESS');
  return delivery;
}

async function keepDuplicate(run: Run, command: Command, entry: Read, id: number): Promise<SyncAnswer> {
  const { tx, actor } = run.context;
  const delivery = await claimAgain(run, command, entry);
  delivery.isDuplicate = true;
  await keep(tx, actor.id, delivery, { id });
  return accepted(entry, { id }, delivery);
}

async function keepForReview(
  run: Run,
  command: Command,
  entry: Read,
  review: NeedsReview,
): Promise<SyncAnswer> {
  const { tx, actor, request } = run.context;
  const delivery = await claimAgain(run, command, entry);
  delivery.notices.push(...review.reasons);
  delivery.isHeld = true;
  const loanId = loanIn(command.route.endpoint, entry.input as Input);
  const id = await insertReview(tx, {
    item: entry.item,
    input: entry.input as Input,
    loanId,
    deviceId: run.deviceId,
    authorId: actor.id,
    effectiveAt: entry.placed.effectiveAt,
    reasons: delivery.notices,
    differences: review.differences,
    note: '',
  });
  // Stored long ago, with an expired key.
  if (id === undefined) delivery.isRepeated = true;
  const events = eventLog(actor.id, withoutOrigin(request));
  const reasons = review.reasons.map(({ code }) => code);
  const to = await watchersOf(tx, [actor.id]);
  events.emit('sync-reviews.held', { id: id ?? null, facts: { cmd: entry.item.cmd, reasons }, to });
  // Evidence of a forbidden contact is stored, also if the entry is reviewed.
  if (reasons.includes('DNC_BEFORE'))
    events.emit('dnc.contacted', {
      id: loanId,
      facts: { at: entry.placed.effectiveAt.toISOString() },
      to,
    });
  await Promise.all([events.flush(tx, []), keep(tx, actor.id, delivery, {})]);
  return accepted(entry, { isReplay: delivery.isRepeated }, delivery);
}
