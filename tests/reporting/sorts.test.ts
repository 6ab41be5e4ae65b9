/** Activity and collection reports are sorted by their columns, on screen, across pages, and in the file. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actorById } from '../../src/contexts/agency/server/session/authenticator.ts';
import {
  activity,
  activitySorts,
  breakSorts,
  productivity,
  productivitySorts,
} from '../../src/contexts/reporting/contract/activity.ts';
import { borrowerCollection } from '../../src/contexts/reporting/contract/borrower-collection.ts';
import { agentSorts, performance } from '../../src/contexts/reporting/contract/performance.ts';
import {
  activityExport,
  breakExport,
  productivityExport,
} from '../../src/contexts/reporting/server/activity/export.ts';
import {
  agentCollectionExport,
  borrowerCollectionExport,
} from '../../src/contexts/reporting/server/performance/export.ts';
import type { ExportSource } from '../../src/kernel/server/files/export.ts';
import { csvParts } from '../../src/kernel/server/files/csv-table.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { changePayments } from '../world.ts';

const now = new Date('2026-11-20T12:30:00Z');
let server: TestServer;
let admin: Caller;

const at = (clock: string): string => `2026-11-20T${clock}:00+05:30`;
/** A day of so many hours, calls, calls that were answered, follow-ups and minutes of a break. */
async function day(
  user: number,
  campaign: number,
  o: { hours: number; calls: number; spoken: number; rest: number },
) {
  const session = await server.database.one<{ id: number }>(sql`
    insert into agent_sessions (user_id, campaign_id, mode, word, heartbeat_at, since, started_at, ended_at)
    values (${user}, ${campaign}, 'OFF', 'logged-out', ${at('09:00')}, ${at('09:00')}, ${at('09:00')}, ${at('18:00')}) returning id`);
  await server.database.run(sql`
    insert into agent_intervals (user_id, session_id, campaign_id, word, started_at, ended_at)
    select ${user}, ${session?.id}, ${campaign}, v.word, t + v.start, t + v.stop from (select ${at('09:00')}::timestamptz as t) t,
      (values ('waiting', interval '0', make_interval(hours => ${o.hours})),
        ('BREAK-TEA', make_interval(hours => ${o.hours}), make_interval(hours => ${o.hours}, mins => ${o.rest}))) v (word, start, stop)`);
  await server.database.run(sql`
    insert into call_attempts (user_id, campaign_id, direction, mode, state, outcome, claimed_at, dialed_at, bridged_at, ended_at)
    select ${user}, ${campaign}, 'outbound', case when n = 1 then 'manual' else 'predictive' end, 'ended', 'busy', t, t,
      case when n <= ${o.spoken} then t end, t + interval '9 s'
    from generate_series(1, ${o.calls}) n, (select ${at('09:30')}::timestamptz as t) t`);
}

beforeAll(async () => {
  server = await boot({ clock: { now: () => now } });
  admin = await server.as(
    'list_agent_activity',
    'list_agent_productivity',
    'view_agent_collection_performance_report',
    'list_borrower_collection',
  );
  const lead = await server.person({ roleType: 'tech_lead' });
  const [first, second, third] = [
    await server.person({ roleType: 'agent', reportingTo: lead.id }),
    await server.person({ roleType: 'agent' }),
    await server.person({ roleType: 'agent', reportingTo: lead.id }),
  ];
  const campaigns = await server.database.rows<{ id: number }>(sql`
    insert into campaigns (name, campaign_type, max_ratio, client_id)
    values ('Early', 'predictive', 3, 1), ('Late', 'predictive', 3, 1) returning id`);
  const [early = 0, late = 0] = campaigns.map(({ id }) => id);
  await day(first.id, late, { hours: 3, calls: 1, spoken: 0, rest: 20 });
  await day(second.id, early, { hours: 5, calls: 7, spoken: 4, rest: 5 });
  await day(third.id, early, { hours: 2, calls: 3, spoken: 2, rest: 40 });
  await server.database.run(sql`
    with person as (insert into borrowers (client_id, name) select 1, 'Asha ' || n from generate_series(1, 6) n returning id, name)
    insert into loans (id, client_id, portfolio_id, borrower_id, loan_number, borrower_name, assignee_id, principal_outstanding,
      total_outstanding, dpd)
    select n, 1, 1, (select id from person where name = 'Asha ' || n), 'Q' || (9 - n), 'Asha ' || n,
      (array[${first.id}, ${second.id}, ${third.id}]::bigint[])[1 + n % 3], 1000000 * (n % 4 + 1), 100000 * (7 - n % 5), nullif(n % 4, 3)
    from generate_series(1, 6) n`);
  await changePayments(
    server.database,
    sql`
    insert into payments (loan_id, amount, payment_date, realized, source, mode, status) values
      (1, 200000, '2026-11-05', true, 'DISPOSITION', 'UPI', 'success'),
      (4, 10000, '2026-11-06', true, 'DISPOSITION', 'UPI', 'success'),
      (2, 50000, '2026-11-20', true, 'DISPOSITION', 'Cash', 'success'),
      (3, 30000, '2026-10-20', true, 'DISPOSITION', null, 'success'),
      (2, 60000, '2026-09-20', true, 'DISPOSITION', null, 'success')`,
  );
  await server.database.run(sql`
    insert into user_targets (user_id, year, month, amount) values (${first.id}, 2026, 11, 900000), (${second.id}, 2026, 11, 400000)`);
  await server.database.run(sql`update users set doj = '2026-01-01' where id = ${second.id}`);
});
afterAll(() => server.stop());

type Cell = string | number | null;
/** Sort order of texts and figures: empty last, ignoring case. */
function isInOrder(cells: readonly Cell[], isDown: boolean): boolean {
  const filled = cells.filter((cell) => cell !== null);
  const low = filled.map((cell) => (typeof cell === 'string' ? cell.toLowerCase() : cell));
  const isRight = low.every((cell, i) => {
    const before = low[i - 1];
    return before === undefined || (isDown ? before >= cell : before <= cell);
  });
  return isRight && cells.indexOf(null) >= (cells.includes(null) ? filled.length : -1);
}

interface Report {
  name: string;
  sorts: readonly string[];
  read: (asked: { sort?: string; page?: number; size?: number }) => Promise<{ rows: readonly object[] }>;
  /** Value of a column without a field of that name. */
  deep?: Readonly<Record<string, (row: never) => Cell>>;
  file: ExportSource;
  /** What names a row in the file, and on screen. */
  column: string;
  named: (row: never) => string;
}
interface Who {
  user: { agentName: string };
  campaign: { name: string };
}
interface Collects {
  acpsAgent: { firstName: string; lastName: string };
  acpsClient: { name: string };
  acpsPortfolio: { name: string };
}
const agentOf = ({ acpsAgent: { firstName, lastName } }: Collects): string => `${firstName} ${lastName}`;
const whose = { agent: ({ user }: Who) => user.agentName, campaign: ({ campaign }: Who) => campaign.name };
const common = { column: 'Agent', named: whose.agent, deep: whose };
const reports: readonly Report[] = [
  {
    ...common,
    name: 'activity',
    sorts: activitySorts,
    read: (asked) => admin.call(activity.report, asked),
    file: activityExport,
  },
  {
    ...common,
    name: 'productivity',
    sorts: productivitySorts,
    read: (asked) => admin.call(productivity.report, asked),
    file: productivityExport,
  },
  {
    ...common,
    name: 'breaks',
    sorts: breakSorts,
    read: (asked) => admin.call(activity.breaks, asked),
    file: breakExport,
    named: ({ agentName }: { agentName: string }) => agentName,
  },
  {
    ...common,
    name: 'agents',
    sorts: agentSorts,
    read: (asked) => admin.call(performance.agents, asked),
    file: agentCollectionExport,
    named: agentOf,
    deep: {
      agent: agentOf,
      client: ({ acpsClient }: Collects) => acpsClient.name,
      portfolio: ({ acpsPortfolio }: Collects) => acpsPortfolio.name,
    },
  },
  {
    name: 'borrowers',
    sorts: ['loanNumber', 'pos', 'tos'],
    read: (asked) => admin.call(borrowerCollection.list, asked),
    file: borrowerCollectionExport,
    column: 'Loan Number',
    named: ({ loanNumber }: { loanNumber: string }) => loanNumber,
  },
];

async function namesInFile({ file, column }: Report, sort: string): Promise<string[]> {
  const actor = await actorById(server.database, admin.id);
  if (!actor) throw new Error('no admin');
  const client = await server.database.connect();
  const lines: string[] = [];
  await client.query('begin');
  for await (const { text } of csvParts(client, file.read(actor, { sort }, now)))
    lines.push(...text.split('\r\n'));
  await client.query('commit');
  client.release();
  const cells = lines.filter(Boolean).map((line) => line.replace(/^\uFEFF/, '').split(','));
  const at = (cells[0] ?? []).findIndex((head) => head.replaceAll('"', '') === column);
  return cells.slice(1).map((row) => (row[at] ?? '').replaceAll('"', ''));
}

for (const name of ['activity', 'productivity', 'breaks', 'agents', 'borrowers'])
  test(`the report of ${name} is sorted by its columns, both ways, across its pages and in the file`, async () => {
    const report = reports.find((one) => one.name === name);
    if (!report) throw new Error(name);
    let differing = 0;
    for (const column of report.sorts)
      for (const sort of [column, `-${column}`]) {
        const { rows } = await report.read({ sort });
        expect(rows.length).toBeGreaterThan(2);
        const cellOf = report.deep?.[column] ?? ((row: Record<string, Cell>) => row[column] ?? null);
        const cells = rows.map((row) => cellOf(row as never));
        expect([sort, cells, isInOrder(cells, sort.startsWith('-'))]).toEqual([sort, cells, true]);
        differing += new Set(cells).size > 1 ? 1 : 0;
        const paged: object[] = [];
        for (const page of rows.keys())
          paged.push(...(await report.read({ sort, page: page + 1, size: 1 })).rows);
        expect([sort, paged]).toEqual([sort, rows]);
        expect([sort, await namesInFile(report, sort)]).toEqual([
          sort,
          rows.map((row) => report.named(row as never)),
        ]);
      }
    // The figures differ, so that a missing sort is detected.
    expect(differing).toBeGreaterThan(report.sorts.length / 2);
  });

test('an unsortable column is rejected', async () => {
  for (const read of [
    () => admin.call(activity.report, { sort: 'password' }),
    () => admin.call(performance.agents, { sort: 'mtd desc' }),
    () => admin.call(borrowerCollection.list, { sort: 'realizedAmount' }),
  ])
    expect((await refusal(read())).body.fields).toEqual([expect.objectContaining({ path: 'sort' })]);
});
