/** Evidence pack of a borrower with 500 events, generated and verified, in an agency of LOANS loans. */
import { loadDemo } from '../../src/app/demo/load/load.ts';
import { startApp } from '../../src/app/server/app.ts';
import { readConfig } from '../../src/app/server/config.ts';
import { hashOf } from '../../src/kernel/server/http/actor.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { verify } from '../../src/tools/evidence-verify.ts';
import { benchDatabase, median, report } from './kit.ts';

const { database, folder, stop } = await benchDatabase();
await loadDemo(database, { loans: Number(process.env.LOANS ?? 20_000), agents: 40 });
const admin = await database.one<{ id: number }>(
  sql`select u.id from users u join roles r on r.id = u.role_id where r.slug = 'system_admin' limit 1`,
);
const loan = await database.one<{ id: number; borrowerId: number }>(
  sql`select id, borrower_id as "borrowerId" from loans where is_active order by id limit 1`,
);
if (!admin || !loan) throw new Error('no agency');
await database.run(sql`insert into contact_decisions (at, loan_id, user_id, channel, contact, is_allowed)
  select now() - n * interval '1 hour', ${loan.id}, ${admin.id}, 'call', 'mobile', true from generate_series(1, 500) n`);
const app = await startApp({
  config: readConfig({ PORT: '0', DATA_DIR: folder, RECOUP_MODE: 'demo', LOG: 'file' }),
  database,
});
const token = `token-${'x'.repeat(36)}`;
await database.run(sql`insert into session (token_hash, user_id, expires_at, idle)
  values (${hashOf(token)}, ${admin.id}, now() + interval '1 hour', interval '1 hour')`);

let rows = 0;
async function made(form: string): Promise<number> {
  const started = performance.now();
  const answer = await fetch(`${app.url}/api/evidence`, {
    method: 'POST',
    headers: {
      Cookie: `sid=${token}`,
      'Content-Type': 'application/json',
      'Sec-Fetch-Site': 'same-origin',
      'X-Requested-With': 'app',
    },
    body: JSON.stringify({ borrowerId: loan?.borrowerId, form }),
  });
  const { row } = (await answer.json()) as { row: { rows: number; file: string } };
  rows = row.rows;
  if (verify(Buffer.from(row.file, 'base64')).is !== 'unbroken') throw new Error(`${form} is not whole`);
  return performance.now() - started;
}
for (const form of ['csv', 'pdf']) {
  const times: number[] = [];
  for (let i = 0; i < 10; i += 1) times.push(await made(form));
  report(`evidence of ${rows} events as ${form}, made and verified`, median(times), {
    unit: 'ms',
    atMost: 3000,
  });
}
await app.stop();
await stop();
