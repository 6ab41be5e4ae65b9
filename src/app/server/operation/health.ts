import type { FastifyInstance } from 'fastify';
import { type Database, sqlState } from '#kernel/server/database/database.ts';
import type { Logger } from '#kernel/server/operation/log.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { within } from './within.ts';

export interface Health {
  /** From now on nothing new is to be sent here. */
  leave(): void;
}

const PATIENCE_MS = 2000;
/** A public endpoint: its result is cached for this time, to protect the database. */
const FRESH_MS = 1000;

/**
 * A small write, and a schema check: the database may be restored to before an upgrade, or a newer program may have
 * removed something.
 */
const pulse = (
  own: readonly string[],
): Fragment => sql`update database_pulse set beats = beats + 1, at = now()
  returning beats, (select count(*) filter (where name = any(${[...own]})) = ${own.length}
    and not bool_or(is_contract and name <> all(${[...own]})) from migration) as "isOurs"`;

/** `/healthz`: liveness. `/readyz`: readiness, with a working database. */
export function addHealth(
  app: FastifyInstance,
  o: { database: Database; log: Logger; migrations: readonly string[] },
): Health {
  let isLeaving = false;
  let beats = 0;
  let last = { at: -Infinity, status: Promise.resolve('') };

  const feel = async (): Promise<string> => {
    const felt = await o.database.probe.one<{ beats: number; isOurs: boolean }>(pulse(o.migrations));
    const isRewound = felt !== undefined && felt.beats <= beats;
    beats = felt?.beats ?? beats;
    if (isRewound) {
      o.log.error('the database was put back to an earlier moment');
      // Phones compare it, and restart.
      await o.database.probe.run(sql`select new_database_epoch()`);
    }
    return felt?.isOurs && !isRewound ? 'ok' : 'database not ready';
  };
  const look = async (): Promise<string> => {
    let status = 'database unreachable';
    const felt = feel().then(
      (answer) => void (status = answer),
      (error: unknown) => {
        o.log.warn({ err: error }, 'not ready');
        if (sqlState(error)) status = 'database not ready';
      },
    );
    await within(PATIENCE_MS, felt);
    return status;
  };

  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (_, reply) => {
    if (isLeaving) return reply.code(503).send({ status: 'stopping' });
    if (performance.now() - last.at > FRESH_MS) last = { at: performance.now(), status: look() };
    const status = await last.status;
    return reply.code(status === 'ok' ? 200 : 503).send({ status });
  });
  return { leave: () => void (isLeaving = true) };
}
