/** Agent-requested calls: one path for manual calls and those of a daily task. */
import type { z } from 'zod/mini';
import type { dialer } from '#contexts/dialer/contract/dialer.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { visibleLoan } from '#contexts/loans/server/visible.ts';
import { visibleLoans } from '#contexts/agency/server/visible.ts';
import {
  type Decision,
  type Evaluate,
  allowanceOf,
  keepDecisions,
  type OpeningFor,
} from '#contexts/contact/server/policy/contact.ts';
import { permit } from '#contexts/contact/server/policy/permit.ts';
import { refuseContact } from '#contexts/contact/server/policy/contact-refusal.ts';
import type { ExchangeState } from './exchange-state/state.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { signal } from '#kernel/server/live/event.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import type { BrowserLines, Caps } from './telephony/port.ts';
import { isCallRecorded } from './recordings/required.ts';
import { withoutCallerId } from './engine/caller-id.ts';
import { recentCallOf, withRests } from './leads/rests.ts';
import { claimMsOf } from './engine/attempt/attempt-state.ts';
import { addAttempt } from './engine/attempt/attempts.ts';
import { type Move, newMove } from './engine/move.ts';
import { lockHolder } from './call-control/transfer/transfers.ts';
import { moveAgent } from './engine/transition.ts';
import { type Session, lockSession, sessionOfUser } from './agent/sessions.ts';

export interface CallDeps {
  database: Database;
  evaluate: Evaluate;
  /** Capabilities of the provider. */
  caps: Caps;
  browser?: BrowserLines | undefined;
  /** Whether the exchange is connected. */
  isHeard: () => Promise<boolean>;
  openingFor: OpeningFor;
  /** Whether the exchange records, and how late its events are. */
  exchange: { state: (tx: Tx) => Promise<ExchangeState> };
}
type Allowed = z.output<typeof dialer.allowance.gives>;
interface Wanted {
  loanId: number;
  contact?: string;
  taskId?: number;
}

export function checkExchange({ caps }: Pick<CallDeps, 'caps'>): void {
  if (!caps.hasExchange) throw new Failure('NO_EXCHANGE');
}

/** Refuses a call that has to be recorded while the exchange does not record. */
async function checkRecording(
  { exchange }: CallDeps,
  tx: Tx,
  { campaignId, loanId }: { campaignId: number | null; loanId: number },
): Promise<void> {
  const { fault } = await exchange.state(tx);
  if (fault === null) return;
  const call = await tx.one<{ isCallRecorded: boolean }>(sql`
    select ${isCallRecorded(sql`${loanId}::bigint`)} as "isCallRecorded" from (select 1) x left join campaigns c on c.id = ${campaignId}`);
  if (call?.isCallRecorded !== false) throw new Failure('RECORDING_FAILED');
}

export async function heldSession({ tx, actor }: Context): Promise<Session> {
  await lockHolder(tx, sql`${actor.id}::bigint`);
  const session = await lockSession(tx, sessionOfUser(actor.id));
  if (!session) throw new Failure('DIALER_OFF');
  return session;
}

/** The provider command follows the commit, from the first node that receives the signal. */
export const tellDialer = (move: Move): Promise<void> =>
  signal(move.tx, {
    dialer: {
      attempts: [...move.attempts],
      sessions: [...move.sessions],
      lines: [...move.lines],
      parted: move.parted,
    },
  });

/** Checks the policy for one number of a loan, stores the decision, and throws on a refusal. */
async function allowed(
  deps: CallDeps,
  context: Context,
  wanted: Wanted,
  campaignId: number,
): Promise<Decision & { phone: string }> {
  const { tx, actor, now } = context;
  const { loanId, contact = 'mobile', taskId } = wanted;
  const ask = { loanId, contact, channel: 'call' } as const;
  // A task dials its loans one after another; a call by hand is the agent's decision.
  const evaluate = taskId === undefined ? deps.evaluate : withRests(deps.evaluate, campaignId);
  const decision = await permit(tx, evaluate, ask, { now, hasAgent: true });
  if (!decision) throw new Failure('NOT_FOUND');
  const { phone, refusal } = decision;
  if (refusal || phone === null) {
    const refused = { ...decision, refusal: refusal ?? { rule: 'no_number', until: null } };
    return refuseContact(deps.database, context, refused, { event: 'dialer.blocked', campaignId });
  }
  await keepDecisions(tx, [decision], { now, userId: actor.id, campaignId });
  return { ...decision, phone };
}

/** A loan has no uId; a key that is not a number matches none. */
export function loanIdOf(id: string): number {
  if (!/^\d+$/.test(id)) throw new Failure('NOT_FOUND');
  return Number(id);
}

async function checkSeen({ tx }: Context, loanId: number, isSeen: Fragment): Promise<void> {
  if (!(await tx.one(sql`select 1 as ok from loans l where l.id = ${loanId} and ${isSeen}`)))
    throw new Failure('NOT_FOUND');
}

/** Policy decision for display only, so it is not stored. */
export async function readAllowance({ evaluate }: CallDeps, context: Context, id: string): Promise<Allowed> {
  const loanId = loanIdOf(id);
  await checkSeen(context, loanId, visibleLoan(context.actor, sql`l`));
  const [decision] = await evaluate(context.tx, [{ loanId, channel: 'call' }], {
    now: context.now,
    hasAgent: true,
  });
  if (!decision) throw new Failure('NOT_FOUND');
  const recentCall = await recentCallOf(context.tx, decision, context.now);
  return { ...allowanceOf(decision), recentCall };
}

function checkFree({ state: { mode, activity } }: Session): void {
  if (mode === 'BREAK' || (activity !== 'NONE' && activity !== 'POOL')) throw new Failure('DIALER_BUSY');
}

/** The session state is checked before. */
export async function placeCall(
  deps: CallDeps,
  context: Context,
  wanted: Wanted,
  mayPlace: (session: Session) => Promise<void> | void = checkFree,
): Promise<string> {
  const { tx, actor, now, emit } = context;
  await checkSeen(context, wanted.loanId, visibleLoans(actor, sql`l.assignee_id`));
  checkExchange(deps);
  const session = await heldSession(context);
  await mayPlace(session);
  const { campaignId, attemptId: first } = session.state;
  const isSecond = first !== null;
  const { loanId, taskId } = wanted;
  if ((await withoutCallerId(tx, [loanId], campaignId, now)).has(loanId)) throw new Failure('NO_CALLER_ID');
  await checkRecording(deps, tx, { campaignId, loanId });
  const { phone } = await allowed(deps, context, wanted, campaignId);
  const call = taskId === undefined ? 'manual' : 'task';
  const { id, referenceId } = await addAttempt(tx, now, {
    loanId,
    campaignId,
    userId: actor.id,
    ...(taskId !== undefined && { taskId }),
    mode: call,
    isSecond,
    phone,
    phoneOrd: 0,
    dueAt: new Date(now.getTime() + claimMsOf(session.state)),
  });
  const move = newMove(tx, now);
  const type = isSecond ? 'second' : 'dial';
  if (!(await moveAgent(move, session, { type, attemptId: id }))) throw new Failure('DIALER_BUSY');
  move.attempts.add(id);
  await signal(tx, {
    say: {
      to: [actor.id],
      event: 'call-initiated',
      body: { callRefNo: referenceId, loanId, type: 'manual' },
    },
  });
  await tellDialer(move);
  emit('dialer.called', { id, facts: { callRefNo: referenceId, loanId, mode: call }, to: [actor.id] });
  return referenceId;
}
