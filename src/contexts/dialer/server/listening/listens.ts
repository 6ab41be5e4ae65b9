/** Who listens to which call, as rows; and what the provider is asked for. Safe to do twice. */
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { sessionBy, sessionOfUser } from '../agent/sessions.ts';
import type { Attempt } from '../engine/attempts.ts';
import type { Move } from '../engine/move.ts';
import type { Engine } from '../engine/engine-parts.ts';
import type { listenModes } from '#contexts/dialer/contract/listening.ts';
import { signal } from '#kernel/server/live/event.ts';

export type ListenMode = (typeof listenModes)[number];
export interface Listen {
  id: number;
  attemptId: number;
  userId: number;
  agentId: number;
  mode: ListenMode;
  toldMode: ListenMode | null;
  legId: string;
  extension: string;
  isPlaced: boolean;
  isAnswered: boolean;
}
const selected = sql`select id, attempt_id as "attemptId", user_id as "userId", agent_id as "agentId", mode,
  told_mode as "toldMode", leg_id as "legId", extension, placed_at is not null as "isPlaced",
  answered_at is not null as "isAnswered" from call_listens`;
const ringMs = 20_000;

export const listenOf = (tx: Tx, userId: number): Promise<Listen | undefined> =>
  tx.one(sql`${selected} where user_id = ${userId} and ended_at is null for no key update`);
export const listenByLeg = (tx: Tx, legId: string): Promise<Listen | undefined> =>
  tx.one(sql`${selected} where leg_id = ${legId} and ended_at is null`);

/** Those who listen hear that it is over, and the agent's screen shows them no more. */
export async function endListens(move: Move, attemptId: number, userId?: number): Promise<void> {
  const ended = await move.tx.rows<{ legId: string; userId: number; agentId: number; taken: boolean }>(sql`
    update call_listens set ended_at = ${move.now} where attempt_id = ${attemptId} and ended_at is null
      and user_id = coalesce(${userId ?? null}, user_id)
    returning leg_id as "legId", user_id as "userId", agent_id as "agentId", has_taken_over as taken`);
  // The telephone of whoever took it over is the call's own.
  for (const one of ended) if (!one.taken) move.lines.add(one.legId);
  if (ended.length > 0)
    await signal(move.tx, {
      stale: ['dialer', 'listening'],
      to: ended.flatMap((one) => [one.userId, one.agentId]),
    });
}

async function ring({ database, provider, clock }: Engine, listen: Listen): Promise<void> {
  const mine = await database.run(
    sql`update call_listens set placed_at = ${clock.now()} where id = ${listen.id} and placed_at is null and ended_at is null`,
  );
  if (mine === 0) return;
  const { legId, extension } = listen;
  const to = { kind: 'extension', extension } as const;
  const ack = await provider.originate({ legId, role: 'agent', to, callerId: null, ringMs });
  if (!ack.ok)
    await database.run(sql`update call_listens set ended_at = ${clock.now()} where id = ${listen.id}`);
}

async function tell(engine: Engine, attempt: Attempt, listen: Listen): Promise<void> {
  const { database, provider } = engine;
  const { legId, mode } = listen;
  const session = await sessionBy(database, sessionOfUser(listen.agentId));
  if (!session || session.legId === null || session.state.attemptId !== attempt.id) return;
  const place = { bridgeId: attempt.referenceId, legId };
  if (mode === 'join') {
    await provider.mute(legId, false);
    await provider.join(place);
  } else {
    await provider.mute(legId, mode === 'listen');
    if (listen.toldMode === 'join') await provider.part(place);
    await provider.spy({ legId, agentLegId: session.legId });
  }
  await database.run(sql`update call_listens set told_mode = ${mode} where id = ${listen.id}`);
}

export async function attendListens(engine: Engine, attempt: Attempt): Promise<void> {
  const all = await engine.database.rows<Listen>(sql`
    ${selected} where attempt_id = ${attempt.id} and ended_at is null and not has_taken_over`);
  for (const one of all) {
    if (!one.isPlaced) await ring(engine, one);
    else if (one.isAnswered && one.mode !== one.toldMode) await tell(engine, attempt, one);
  }
}
