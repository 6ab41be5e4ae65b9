/** The floor of the kernel benchmark: a bare Fastify and pg route with the same query. */
import Fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ ...(JSON.parse(process.env.BENCH_PG ?? '{}') as pg.PoolConfig), max: 12 });
const app = Fastify();
app.get('/breaks', async () => {
  const { rows } = await pool.query(
    'select id, u_id as "uId", name, duration, description from breaks order by name, id limit 100 offset 0',
  );
  return { statusCode: 200, rows, count: rows.length };
});
await app.listen({ port: Number(process.env.BENCH_PORT), host: '127.0.0.1' });
process.send?.('ready');
// A failing benchmark leaves no process.
process.on('disconnect', () => process.exit());
