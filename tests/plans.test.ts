/** Every filter and order of every list has an index: no plan needs to read a long table from end to end. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allEndpoints } from '../src/app/contract.ts';
import type { Endpoint } from '../src/kernel/contract/endpoint.ts';
import { metaOf } from '../src/kernel/contract/field.ts';
import { type Fragment, compile } from '../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot } from './kit.ts';
import { notingReads } from './statements.ts';

/** A statement that is prepared once must do without a scan whatever its values are. */
const planOnce = 'set plan_cache_mode = force_generic_plan; set enable_seqscan = on';
/**
 * Planned by its values it shows whether an index is usable. In these small tables a scan is often cheaper, so the
 * planner avoids it.
 */
const planAnew = 'set plan_cache_mode = force_custom_plan; set enable_seqscan = off';

interface Asked {
  fragment: Fragment;
  /** Planner settings. */
  way: string;
}
let asked: Asked[] = [];
const through = notingReads((fragment, isPlanned) => {
  // A question to the planner reads nothing.
  if (!fragment.strings[0]?.startsWith('explain'))
    asked.push({ fragment, way: isPlanned ? planAnew : planOnce });
});

let server: TestServer;
let client: pg.PoolClient;
let callers: Caller[];
/** Tables with more rows than may be read from end to end. */
let long: Set<string>;
const most = 1000;
const loansTimes = 40;

/** Every row of a table again so many times, with what must differ. */
const again = (table: string, times: number, other: string): string => `
  insert into ${table} overriding system value
  select made.* from (
    select t, b.base + row_number() over () as id, n
    from ${table} t, (select max(id) as base from ${table}) b, generate_series(1, ${times}) n
  ) as again (t, id, n), jsonb_populate_record(t, jsonb_build_object('id', id) || ${other}) made`;

beforeAll(async () => {
  server = await boot({ demo: true, through });
  callers = [await server.demo('system'), await server.demo('lead'), await server.demo('agent')];
  client = await server.database.connect();
  await client.query('set session_replication_role = replica');
  for (const text of [
    again('borrowers', 10, '\'{"client_borrower_id": null}\''),
    again('loans', loansTimes, "jsonb_build_object('loan_number', (t).loan_number || '-' || n)"),
    again('borrower_dispositions', 10, '\'{"client_uuid": null}\''),
    again('payments', 20, '\'{"transaction_id": null}\''),
    again('call_attempts', 10, "jsonb_build_object('reference_id', gen_random_uuid())"),
    again('dnc_numbers', 400, "jsonb_build_object('mobile', lpad(n::text, 10, '0'))"),
  ])
    await client.query(text);
  await client.query('reset session_replication_role');
  await client.query('analyze');
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and reltuples > $1`,
    [most],
  );
  long = new Set(rows.map(({ name }) => name));
});
afterAll(async () => {
  // The copies have no postings; a test server checks them as it stops.
  await client.query('select open_ledger()');
  client.release();
  await server.stop();
});

const valueOf: Readonly<Record<string, string>> = {
  id: '2',
  ids: '1,3',
  flag: 'true',
  day: '2026-01-05',
  number: '1',
  text: 'a',
  instant: '2026-01-05T00:00:00Z',
  months: '[{"month":1,"year":2026}]',
};
/** Each filter, each order and each kind of search alone, as rows and as a number. */
function asksOf({ takes }: Endpoint): Record<string, string>[] {
  const { shape } = takes as unknown as { shape: Record<string, never> };
  const filters = Object.entries(shape).flatMap(([name, schema]) => {
    const meta = metaOf(schema);
    if (!meta) return [];
    const values = meta.options ? [...meta.options].slice(0, 2) : [valueOf[meta.kind] ?? ''];
    return values.filter(Boolean).map((value) => ({ [name]: value }));
  });
  const sorts = (shape.sort as unknown as { _zod: { def: { innerType: { _zod: { def: object } } } } })?._zod
    .def.innerType._zod.def as { entries?: Record<string, string> } | undefined;
  const orders = Object.keys(sorts?.entries ?? {}).map((sort) => ({ sort }));
  const words = 'q' in shape ? ['Asha', 'kum', '1234', '9876543210', 'LN'].map((q) => ({ q })) : [];
  const parts = 'part' in shape ? [{ part: 'count' }] : [];
  return [{}, ...filters, ...orders, ...words, ...parts];
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}
const scansIn = (plan: Plan): string[] => [
  ...(plan['Node Type'] === 'Seq Scan' && long.has(plan['Relation Name'] ?? '')
    ? [plan['Relation Name'] ?? '']
    : []),
  ...(plan.Plans ?? []).flatMap(scansIn),
];

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Buffer.isBuffer(value)) return pg.escapeLiteral(`\\x${value.toString('hex')}`);
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.join(',')}}`);
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value as number));
}
async function planOf({ fragment, way }: Asked): Promise<Plan> {
  const { text, values } = compile(fragment);
  await client.query(planOnce);
  await client.query(way);
  await client.query(`prepare looked as ${text}`);
  const given = values.length ? `(${values.map(literal).join(', ')})` : '';
  const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    `explain (format json) execute looked${given}`,
  );
  await client.query('deallocate looked');
  return rows[0]?.['QUERY PLAN'][0]?.Plan as Plan;
}

const seen = new Set<string>();
const lists = allEndpoints().filter(({ answer, path }) => answer === 'list' && !path.includes(':'));

test.each(lists)('$name', async (endpoint) => {
  const found: string[] = [];
  for (const who of callers)
    for (const asks of asksOf(endpoint)) {
      asked = [];
      const query = new URLSearchParams({ size: '20', ...asks }).toString();
      const answer = await who.fetch(`/api${endpoint.path}?${query}`);
      // Denied, or with missing input: no plan.
      if (!answer.ok) continue;
      for (const one of asked) {
        const { text, values } = compile(one.fragment);
        const name = text + (one.way === planOnce ? '' : values.map(literal).join());
        if (seen.has(name)) continue;
        seen.add(name);
        for (const table of scansIn(await planOf(one))) found.push(`${query}: ${table}`);
      }
    }
  expect(found).toEqual([]);
});

test('a number is found in a few pages, however many loans have just come', async () => {
  await client.query('set enable_seqscan = off');
  const { rows } = await client.query<{ 'QUERY PLAN': { Plan: { 'Shared Hit Blocks': number } }[] }>(
    `explain (analyze, buffers, format json)
     select id from loans where other_mobiles <> '{}' and other_mobiles @> array['6000000000']`,
  );
  expect(rows[0]?.['QUERY PLAN'][0]?.Plan['Shared Hit Blocks']).toBeLessThan(10);
});
