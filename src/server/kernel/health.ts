import type { FastifyInstance } from 'fastify';
import type { Database } from './database.ts';
import { sql } from './sql.ts';

/** `/healthz`: the process lives. `/readyz`: it can serve, the database answers. */
export function addHealth(app: FastifyInstance, database: Database): void {
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (_, reply) => {
    const isReady = await database.one(sql`select 1 as ok`).then(
      () => true,
      () => false,
    );
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'database unreachable' });
  });
}
