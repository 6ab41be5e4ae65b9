/** Sends provider commands of a transfer. Idempotent. */
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { sessionBy, sessionOfUser } from '../../agent/sessions.ts';
import { type Attempt, attemptById } from '../../engine/attempt/attempts.ts';
import type { Engine } from '../../engine/engine-parts.ts';
import { ringLine } from '../../engine/lines/ring-line.ts';
import { transferRingMs } from '../../engine/talk-state.ts';
import type { TransferLine } from './transfers.ts';

/** Steps of the call, each in a separate transaction; false when nothing changes. */
type Step = (type: 'joined' | 'returned') => Promise<boolean>;

/** The line of a transfer's target, once there is one. */
async function lineOf(engine: Engine, attempt: Attempt): Promise<string | undefined> {
  const { transfer } = attempt.state;
  if (attempt.line) return attempt.line.isAnswered ? attempt.line.legId : undefined;
  if (!transfer || transfer.toUserId === null) return undefined;
  const session = await sessionBy(engine.database, sessionOfUser(transfer.toUserId));
  return session?.state.isLegUp && session.state.attemptId === attempt.id
    ? (session.legId ?? undefined)
    : undefined;
}

async function ring(engine: Engine, attempt: Attempt, line: TransferLine, step: Step): Promise<void> {
  const { database, clock } = engine;
  const { legId, dials } = line;
  const mine = await database.run(sql`
    update call_transfers set placed_at = ${clock.now()} where leg_id = ${legId} and placed_at is null and ended_at is null`);
  if (mine === 0) return;
  const to = line.isExtension
    ? ({ kind: 'extension', extension: dials } as const)
    : ({ kind: 'pstn', number: dials } as const);
  const { callerId } = attempt;
  const ack = await ringLine(engine, { legId, to, ringMs: transferRingMs, callerId, waits: true });
  if (!ack.ok) await step('returned');
}

const underWay = ({ id }: Attempt): Fragment =>
  sql`attempt_id = ${id} and ended_at is null and stage = 'ringing'`;
/** Longer than an exchange may need to respond. */
const joinsFor = '5 seconds';
/** Put into the call twice, they would leave it for a moment between. */
const isMine = async ({ database, clock }: Engine, attempt: Attempt): Promise<boolean> =>
  (await database.run(sql`
    update call_transfers set joining_at = ${clock.now()} where ${underWay(attempt)}
      and coalesce(joining_at < ${clock.now()}::timestamptz - ${joinsFor}::interval, true)`)) > 0;

export async function attendTransfer(engine: Engine, attempt: Attempt, step: Step): Promise<void> {
  if (attempt.state.transfer?.stage !== 'ringing') return;
  if (attempt.line && !attempt.line.isPlaced) return ring(engine, attempt, attempt.line, step);
  const legId = await lineOf(engine, attempt);
  if (legId === undefined) return;
  const place = { bridgeId: attempt.referenceId, legId };
  // A supervisor who joins may have been muted during monitoring.
  if (!(await isMine(engine, attempt))) return;
  try {
    if (attempt.line) await engine.provider.mute(legId, false);
    await engine.provider.join(place);
  } catch (error) {
    await engine.database.run(sql`update call_transfers set joining_at = null where ${underWay(attempt)}`);
    throw error;
  }
  engine.failAt?.('dialer-joined');
  if (await step('joined')) return;
  // Cancelled meanwhile, unless another worker was first to record that they joined.
  const now = await attemptById(engine.database, attempt.id);
  const session = await sessionBy(engine.database, sql`s.agent_leg_id = ${legId}`);
  const isIn = session?.state.attemptId === attempt.id || now?.line?.legId === legId;
  if (!isIn) await engine.provider.part(place);
}
