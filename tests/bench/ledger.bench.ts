/** One posting with its totals against a bare insert; and the time to open the ledger on a million payments. */
import type pg from 'pg';
import { postPayments } from '../../src/contexts/payments/server/ledger/post-payments.ts';
import { txOn } from '../../src/kernel/server/database/database.ts';
import { benchDatabase, pairs, report } from './kit.ts';

const many = Number(process.env['BENCH_PAYMENTS'] ?? 1_000_000);
const loansMade = 10_000;
const inserts = 400;
const bench = await benchDatabase();
const client = await bench.database.connect();
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};
const ask = (text: string, values: unknown[] = []): Promise<pg.QueryResult> => client.query(text, values);

await ask(`insert into clients (id, name) values (900, 'Asha')`);
await ask(`insert into portfolios (id, client_id, name) values (900, 900, 'Asha')`);
await ask(
  `insert into borrowers (id, client_id, name) select 1000000 + n, 900, 'Asha' from generate_series(1, ${loansMade}) n`,
);
await ask(`insert into loans (id, client_id, portfolio_id, borrower_id, loan_number)
  select 1000000 + n, 900, 900, 1000000 + n, 'B' || n from generate_series(1, ${loansMade}) n`);

// The same columns, indexes and checks, without side effects.
await ask('create table bare (like postings including all)');
const columns = 'loan_id, client_id, day, amount, from_account, to_account, reason, source, source_id';
let at = 0;
const insert = (table: string) => async (): Promise<void> => {
  for (let i = 0; i < inserts; i += 1)
    await client.query({
      name: `into ${table}`,
      text: `insert into ${table} (${columns}) values ($1, 900, $2, 100, 'claimed', 'credited', 'credited', 'payment', $1)`,
      values: [1_000_001 + ((at += 1) % loansMade), '2026-11-20'],
    });
};
const posting = await pairs(
  15,
  () => timed(insert('bare')),
  () => timed(insert('postings')),
);
report('one posting with its sums ÷ a bare insert of the same row', posting.ratio, { atMost: 2 });
report('one posting with its sums', (posting.ours / inserts) * 1000, { unit: 'µs' });

const inOne = (table: string) => async (): Promise<void> => {
  await ask('begin');
  await insert(table)();
  await ask('commit');
};
const together = await pairs(
  15,
  () => timed(inOne('bare')),
  () => timed(inOne('postings')),
);
report('the same without the wait for the disk', together.ratio);

// A file batch: cost per row of posting and totals.
const chunk = (
  n: number,
): string => `insert into payments (loan_id, transaction_id, amount, payment_date, realized, source)
  select 1000001 + n % ${loansMade}, 'C' || ${n} || '-' || n, 1000 + n, '2026-11-20', true, 'PAYMENT_FILE' from generate_series(1, 5000) n`;
const file = await pairs(
  5,
  () => timed(() => ask(chunk((at += 1)))),
  () =>
    timed(async () => {
      const { rows } = await ask(`${chunk((at += 1))} returning id`);
      await postPayments(
        txOn(client, { isAnew: true }),
        (rows as { id: number }[]).map(({ id }) => id),
      );
    }),
);
report('5,000 payments of a file, posted and summed, ÷ without', file.ratio);

await ask('alter table payments disable trigger user');
await ask(`insert into payments (loan_id, transaction_id, amount, payment_date, realized, source)
  select 1000001 + n % ${loansMade}, 'O' || n, 1000 + n % 9000, date '2026-11-20' - (${many} - n) / 3000, n % 10 > 0,
    case n % 10 when 0 then 'DISPOSITION' else 'PAYMENT_FILE' end from generate_series(1, ${many}) n`);
await ask('alter table payments enable trigger user');
await ask('vacuum analyze payments');
report(
  `opening postings of ${many.toLocaleString('en-IN')} payments`,
  (await timed(() => ask('select open_ledger()'))) / 1000,
  {
    unit: 's',
  },
);
await ask('vacuum analyze postings');
report(
  'rows and ledger compared',
  (await timed(() => ask('select count(*) from ledger_differences'))) / 1000,
  { unit: 's' },
);
const { rows } = await ask('select count(*)::int as n from ledger_differences');
if ((rows[0] as { n: number }).n !== 0) throw new Error('the ledger differs');
client.release();
await bench.stop();
