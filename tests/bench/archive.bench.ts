/** What it costs to read evidence out of months in files: of ROWS events and as many decisions of contact, a few about the loan. */
import { archiveOf } from '../../src/app/database/archive.ts';
import { writeMonth } from '../../src/app/database/month-files.ts';
import { filesOf } from '../../src/app/providers/chosen-files.ts';
import { keptOf } from '../../src/contexts/reporting/server/evidence/rows.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { openSafe } from '../../src/app/server/operation/safe.ts';
import { benchDatabase, median, report } from './kit.ts';

const rows = Number(process.env.ROWS ?? 300_000);
const every = 1500;
const { database, folder, stop } = await benchDatabase();
const store = await filesOf({ dataDir: folder }, openSafe({ dataDir: folder }));
const client = await database.connect();
await client.query('set statement_timeout = 0; set session_replication_role = replica');
await client.query(`insert into event (type, domain, entity_id, facts, request_id, origin)
  select case when is_mine then 'loans.revealed' else 'calls.ended' end, case when is_mine then 'loans' else 'calls' end,
    case when is_mine then 7 else n end,
    jsonb_build_object('loanId', n, 'contact', 'mobile', 'status', 'answered', 'talkDuration', n % 300, 'campaignId', n % 40,
      'reference', md5(n::text), 'reason', 'asked by the borrower in a call'), gen_random_uuid()::text, '10.0.0.1'
  from (select n, n % ${every} = 0 as is_mine from generate_series(1, ${rows}) n) n`);
await client.query(`insert into contact_decisions (at, loan_id, channel, contact, is_allowed, rule)
  select now(), case when n % ${every} = 0 then 7 else n + 100 end, 'call', 'mobile', n % 2 = 0, 'hours'
  from generate_series(1, ${rows}) n`);

/** Written and noted like an archived month, but its rows remain. */
async function left(table: string): Promise<void> {
  const own = `${table}_bench`;
  await client.query(`create table months.${own} as select * from ${table}`);
  const { fields } = await client.query(`select * from months.${own} limit 0`);
  const columns = fields.map(({ name }) => name);
  const file = await writeMonth(client, store, `months.${own}`, columns);
  const facts = {
    table,
    name: own,
    bound: "FOR VALUES FROM ('2000-01-01') TO ('2100-01-01')",
    columns,
    ...file,
  };
  await database.run(
    sql`insert into event (type, domain, facts) values ('system.month-archived', 'system', ${JSON.stringify(facts)}::jsonb)`,
  );
}
await left('contact_decisions');
await left('event');
client.release(true);

const archive = archiveOf({ database, store });
const times: number[] = [];
const worked: number[] = [];
let stopped = 0;
for (let i = 0; i < 3; i += 1) {
  let last = performance.now();
  const beat = setInterval(() => {
    stopped = Math.max(stopped, performance.now() - last);
    last = performance.now();
  }, 1);
  const started = performance.now();
  const before = process.cpuUsage();
  const found = await archive.read(
    { kept: keptOf([7]), since: '2000-01-01', most: 100_000 },
    (tx, months) =>
      tx
        .one<{ n: number }>(
          sql`select (select count(*) from event where domain = 'loans' and entity_id = 7)
            + (select count(*) from contact_decisions where loan_id = 7) as n`,
        )
        .then((one) => ({ n: one?.n, faults: months.filter(({ fault }) => fault).length })),
    { signal: new AbortController().signal, told: () => Promise.resolve() },
  );
  times.push(performance.now() - started);
  const { user, system } = process.cpuUsage(before);
  worked.push((user + system) / 1e3);
  clearInterval(beat);
  // In the table and in the file.
  if (found.faults > 0 || found.n !== 4 * Math.floor(rows / every)) throw new Error(JSON.stringify(found));
}
const million = (all: readonly number[]): number => median(all) / ((2 * rows) / 1e6) / 1e3;
report('a million rows of months in files, read for evidence', million(times), { unit: 's', atMost: 20 });
report('  of which the processor of this process', million(worked), { unit: 's', atMost: 8 });
report('longest stop of the process meanwhile', stopped, { unit: 'ms', atMost: 250 });
await stop();
