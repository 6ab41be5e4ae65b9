import type { FastifyInstance } from 'fastify';
import { type Database, sqlState } from '#kernel/server/database/database.ts';
import type { Logger } from '#kernel/server/operation/log.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { within } from './within.ts';

export interface Health {
  /** From now on nothing new is to be sent here. */
  leave(): void;
}

const PATIENCE_MS = 2000;
/** A public endpoint: its result is cached for this time, to protect the database. */
const FRESH_MS = 1000;

/** A small write, and whether the tables are those of this program: the database may be put back to before an upgrade. */
const pulse = sql`update database_pulse set beats = beats + 1, at = now()
  returning beats, (select count(*) from migration) as migrations`;

/** `/healthz`: the process lives. `/readyz`: it can serve, the database takes work. */
export function addHealth(
  app: FastifyInstance,
  o: { database: Database; log: Logger; migrations: number },
): Health {
  let isLeaving = false;
  let beats = 0;
  let last = { at: -Infinity, status: Promise.resolve('') };

  const feel = async (): Promise<string> => {
    const felt = await o.database.probe.one<{ beats: number; migrations: number }>(pulse);
    const isRewound = felt !== undefined && felt.beats <= beats;
    beats = felt?.beats ?? beats;
    if (isRewound) {
      o.log.error('the database was put back to an earlier moment');
      // Phones compare it, and start over.
      await o.database.probe.run(sql`select new_database_epoch()`);
    }
    return felt && !isRewound && felt.migrations === o.migrations ? 'ok' : 'database not ready';
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
