/**
 * Report connections: few and separate, so that they starve no users, and on a replica if configured and current
 * (decision 185).
 */
import pg from 'pg';
import { Failure } from '#kernel/contract/failure.ts';
import type { Lent, ReplicaState, Reports, Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';

/** Connections for reports to one server. */
interface ReportServer {
  lend(): Promise<Lent>;
  connect(): Promise<pg.PoolClient>;
  end(): Promise<unknown>;
}

/** Maximum replica lag: a report would omit recent actions of its reader. */
const LATEST_S = 60;
const LOOK_EVERY_MS = 1000;

const here = sql`select pg_current_wal_lsn()::text as lsn, (select system_identifier from pg_control_system())::text as id`;
const there = (lsn: string) => sql`
  select pg_is_in_recovery() as "isStandby", (select system_identifier from pg_control_system())::text as id,
    case when pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn then 0
      else extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()) end as "ageS"`;

async function look(primary: Tx, replica: ReportServer): Promise<ReplicaState> {
  const { tx, release } = await replica.lend();
  let isBroken = true;
  try {
    // Its last replayed time is stale while the primary is idle, so the lag is measured by the primary's WAL
    // position.
    const now = await primary.one<{ lsn: string; id: string }>(here);
    const then = await tx.one<{ isStandby: boolean; id: string; ageS: number | null }>(
      there(now?.lsn ?? '0/0'),
    );
    isBroken = false;
    if (!then?.isStandby || then.id !== now?.id) return { refused: 'stranger' };
    const ageS = then.ageS ?? Infinity;
    return ageS > LATEST_S ? { refused: 'late' } : { ageS: Math.max(0, ageS) };
  } finally {
    release(isBroken);
  }
}

/** Lost connection or server, or a recovery conflict: retry elsewhere. */
const isOfThePlace = (error: unknown): boolean =>
  !(error instanceof Failure) &&
  (!(error instanceof pg.DatabaseError) || /^(08|40|57P|53)/.test(error.code ?? ''));

export function reportsOf(
  primary: Tx,
  own: ReportServer,
  replica?: ReportServer,
): Reports & { end(): Promise<unknown> } {
  let last: { at: number; standing: Promise<ReplicaState> } | undefined;
  const standing = (from: ReportServer): Promise<ReplicaState> => {
    if (!last || performance.now() - last.at > LOOK_EVERY_MS)
      last = {
        at: performance.now(),
        standing: look(primary, from).catch(() => ({ refused: 'unreachable' as const })),
      };
    return last.standing;
  };
  async function on<T>(
    place: ReportServer,
    ageS: number,
    work: (tx: Tx, ageS: number) => Promise<T>,
  ): Promise<T> {
    const { tx, release } = await place.lend();
    let isBroken = false;
    try {
      return await work(tx, ageS);
    } catch (error) {
      isBroken = isOfThePlace(error);
      throw error;
    } finally {
      release(isBroken);
    }
  }
  return {
    async report(work) {
      const now = replica && (await standing(replica));
      if (!replica || !now || 'refused' in now) return on(own, 0, work);
      return on(replica, now.ageS, work).catch((error: unknown) => {
        if (!isOfThePlace(error)) throw error;
        last = undefined;
        return on(own, 0, work);
      });
    },
    async connectReport() {
      const now = replica && (await standing(replica));
      return replica && now && !('refused' in now) ? replica.connect() : own.connect();
    },
    ...(replica && { replica: () => standing(replica) }),
    end: () => Promise.all([own.end(), replica?.end()]),
  };
}
