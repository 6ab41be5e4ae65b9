/** Reconciliation of a settlement file: its cost by new rows, with LINES rows compared before. */
import { compareGateway } from '../../src/contexts/payments/server/reconciliation/compare-gateway.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { benchDatabase, median, report } from './kit.ts';

const lines = Number(process.env['LINES'] ?? 200_000);
const fresh = 1000;
const now = new Date('2026-11-20T06:30:00Z');
const { database, stop } = await benchDatabase();

await database.run(sql`insert into clients (id, name) values (900, 'Asha')`);
await database.run(sql`insert into portfolios (id, client_id, name) values (900, 900, 'Asha')`);
await database.run(sql`insert into borrowers (id, client_id, name) values (900, 900, 'Asha')`);
await database.run(
  sql`insert into loans (id, client_id, portfolio_id, borrower_id, loan_number) values (900, 900, 900, 900, 'B1')`,
);
await database.run(
  sql`insert into payment_accounts (id, client_id, name, path) values (900, 900, 'Asha', 'asha')`,
);
const user = await database.one<{ id: number }>(sql`
  with r as (insert into roles (slug, name, role_type) values ('bench', 'Bench', 'admin') returning id)
  insert into users (first_name, last_name, email, role_id) select 'Asha', 'Rao', 'asha@example.in', id from r returning id`);

const atOnce = 10_000;
async function added(name: string, n: number, day: string): Promise<void> {
  for (let at = 0; at < n; at += atOnce) await addedAtOnce(`${name}-${at}-`, Math.min(atOnce, n - at), day);
}
/** Orders that were paid on a day, each with its line; one in a hundred of another amount. */
async function addedAtOnce(name: string, n: number, day: string): Promise<void> {
  await database.run(sql`
    insert into payment_attempts (id, loan_id, account_id, source, gateway, amount, receipt_code, state, reference, settled_at)
    select ${name} || n, 900, 900, 'PAYMENT_LINK', 'razorpay', 100000, ${name} || n, 'success', 'pay_' || ${name} || n,
      ${day}::date + time '06:00' + n % 200 * interval '1 day' from generate_series(1, ${n}) n`);
  await database.run(sql`
    with f as (insert into gateway_files (gateway, upload_key, file_name, state, sent_by, sent_at)
      values ('razorpay', ${name}, ${name}, 'read', ${user?.id}, ${now}) returning id)
    insert into gateway_rows (gateway, entity, kind, order_ref, payment_ref, amount, fee, tax, net, on_hold, is_settled, day, settled_on, file_id, last_file_id)
    select 'razorpay', 'pay_' || ${name} || n, 'payment', ${name} || n, 'pay_' || ${name} || n, 100000 - (n % 100 = 0)::int, 290, 44, 99710,
      false, true, ${day}::date + n % 200, ${day}::date + n % 200 + 1, f.id, f.id from f, generate_series(1, ${n}) n`);
}
const compared = async (): Promise<number> => {
  const started = performance.now();
  await compareGateway(database, 'razorpay', now);
  return performance.now() - started;
};
async function fileAfterFile(name: string): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 5; i += 1) {
    await added(`${name}${i}x`, fresh, '2026-04-01');
    times.push(await compared());
  }
  return median(times);
}
const small = await fileAfterFile('small');
await added('year', lines, '2026-04-01');
report(`${lines.toLocaleString('en-IN')} lines, all new`, (await compared()) / 1000, { unit: 's' });
await database.run(sql`analyze`);
const large = await fileAfterFile('large');
report(`${fresh} new lines beside a few thousand`, small, { unit: 'ms' });
report(`${fresh} new lines beside ${lines.toLocaleString('en-IN')}`, large, { unit: 'ms' });
report('the second ÷ the first', large / small, { atMost: 2 });
report('nothing new', median([await compared(), await compared(), await compared()]), { unit: 'ms' });
const open = await database.one<{ n: number }>(
  sql`select count(*)::int as n from gateway_differences where kind = 'amount' and state = 'open'`,
);
if (open?.n !== (lines + 10 * fresh) / 100) throw new Error(`${open?.n} differences`);
await stop();
