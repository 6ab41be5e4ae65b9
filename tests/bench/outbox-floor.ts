/** Baseline of the outbox benchmark: a bare route that stores key and effect in one transaction, and no more. */
import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';

interface Body {
  loanId: number;
  borrowerId: number;
  userId: number;
  amount: number;
  ptpDate: string;
  followUpDate: string;
  comments: string;
}
const pool = new pg.Pool({ ...(JSON.parse(process.env.BENCH_PG ?? '{}') as pg.PoolConfig), max: 12 });
const app = Fastify();
app.post<{ Body: Body }>('/dispositions', async (request) => {
  const key = String(request.headers['idempotency-key']);
  const fingerprint = createHash('sha256').update(JSON.stringify(request.body)).digest();
  const { loanId, borrowerId, userId, amount, ptpDate, followUpDate, comments } = request.body;
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rowCount } = await client.query({
      name: 'claim',
      text: `insert into idempotency (actor_id, key, route, fingerprint) values ($1, $2, 'record', $3) on conflict do nothing`,
      values: [userId, key, fingerprint],
    });
    if (rowCount !== 1) throw new Error('repeated');
    const { rows } = await client.query<{ id: number }>({
      name: 'record',
      text: `insert into borrower_dispositions (client_uuid, loan_id, borrower_id, user_id, disposition_id, comments, amount,
        action_date, follow_up_date) values ($1, $2, $3, $4, 1, $5, $6, $7, $8) returning id`,
      values: [key, loanId, borrowerId, userId, comments, amount * 100, ptpDate, followUpDate],
    });
    await client.query({
      name: 'keep',
      text: 'update idempotency set answer = $3 where actor_id = $1 and key = $2',
      values: [userId, key, JSON.stringify({ id: rows[0]?.id })],
    });
    await client.query('commit');
    return { statusCode: 200, row: rows[0] };
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
});
await app.listen({ port: Number(process.env.BENCH_PORT), host: '127.0.0.1' });
process.send?.('ready');
// A failing benchmark leaves no process.
process.on('disconnect', () => process.exit());
