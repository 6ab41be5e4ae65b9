import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword } from '../src/app/demo/accounts.ts';
import { isEmptyAgency, loadDemo } from '../src/app/demo/load/load.ts';
import { isPassword } from '../src/contexts/agency/server/session/passwords.ts';
import type { Database } from '../src/kernel/server/database/database.ts';
import { type Fragment, sql } from '../src/kernel/server/database/sql.ts';
import { emptyDatabase } from './kit.ts';
import { standsOtherwise } from './loans/standing-kit.ts';

const few = 300;
/** Enough that indexes are dropped and recreated. */
const many = 1500;

/** Every index with its validity, and every constraint. */
const schemaOf = (database: Database) =>
  database.rows(sql`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) || indisvalid as text
      from pg_index join pg_class c on c.oid = indrelid where relnamespace = 'public'::regnamespace
    union all
    select conrelid::regclass || ' ' || conname, pg_get_constraintdef(oid) || convalidated from pg_constraint
      where connamespace = 'public'::regnamespace order by 1, 2`);

async function countOf(database: Database, query: Fragment): Promise<number> {
  const row = await database.one<{ count: number }>(sql`select count(*) as count from (${query}) found`);
  return row?.count ?? -1;
}

let small: Database;
let large: Database;
const ends: (() => Promise<void>)[] = [];
async function anEmptyOne(): Promise<Database> {
  const { database, end } = await emptyDatabase();
  ends.push(end);
  return database;
}
let before: object[];
const progress: number[] = [];
const now = new Date();

beforeAll(async () => {
  [small, large] = [await anEmptyOne(), await anEmptyOne()];
  before = await schemaOf(large);
  await loadDemo(small, { loans: few, now });
  await loadDemo(large, { loans: many, agents: 20, now, onProgress: (done) => progress.push(done) });
});
afterAll(() => Promise.all(ends.map((end) => end())));

test('both ways of loading create the same data', async () => {
  const some = sql`select l.loan_number, l.mobile, b.name from loans l join borrowers b on b.id = l.borrower_id
    where l.id <= 100 order by l.id`;
  const again = await anEmptyOne();
  await loadDemo(again, { loans: many, now });
  expect(await again.rows(some)).toEqual(await small.rows(some));
});

test('indexes, keys and foreign keys are restored, and progress was reported', async () => {
  expect(await schemaOf(large)).toEqual(before);
  expect(progress).toEqual([many]);
});

test('the next row of every table gets a free number', async () => {
  const columns = await large.rows<{ table: string; column: string; sequence: string }>(sql`
    select attrelid::regclass::text as table, attname as column,
      pg_get_serial_sequence(attrelid::regclass::text, attname) as sequence
    from pg_attribute join pg_class c on c.oid = attrelid
    where attidentity <> '' and relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`);
  const client = await large.connect();
  for (const { table, column, sequence } of columns) {
    const { rows } = await client.query<{ next: number; largest: number | null }>(
      `select nextval('${sequence}') as next, max("${column}") as largest from ${table}`,
    );
    expect(rows[0]?.next, table).toBeGreaterThan(rows[0]?.largest ?? 0);
  }
  client.release();
});

test('borrowers call a queue of the first lender, and missed calls are partly returned', async () => {
  expect(await countOf(large, sql`select from inbound_queues where client_id = 1 and is_active`)).toBe(1);
  expect(await countOf(large, sql`select from missed_calls where closed_at is null`)).toBeGreaterThan(4);
  expect(await countOf(large, sql`select from missed_calls where closed_at is not null`)).toBeGreaterThan(0);
});

test('settlements pending with a lender are payable in the future, and paid ones are answered', async () => {
  const waits = sql`select from settlements s where s.status = 'Approved' and s.client_status = 'Pending'`;
  expect(await countOf(large, waits)).toBeGreaterThan(0);
  expect(await countOf(large, sql`${waits} and s.settlement_date < current_date`)).toBe(0);
  const paid = sql`${waits} and exists (select from payments p where p.loan_id = s.loan_id and p.amount = s.amount)`;
  expect(await countOf(large, paid)).toBe(0);
});

test('a few borrowers set contact preferences, and each change is an event', async () => {
  const wishes = await large.rows(sql`
    select count(*) filter (where w.language is not null)::int as languages, count(w.avoid_from)::int as avoids,
      count(w.no_calls_since)::int as "noCalls", (select count(*)::int from contact_wish_changes) as changes,
      (select count(*)::int from event where type = 'loans.wished') as events
    from contact_wishes w`);
  expect(wishes).toEqual([{ languages: 4, avoids: 3, noCalls: 2, changes: 6, events: 6 }]);
  expect(await countOf(small, sql`select from contact_wishes`)).toBeGreaterThan(3);
});

test('a second load, and one at the same time, change nothing', async () => {
  await Promise.all([loadDemo(small, { loans: 5 }), loadDemo(small, { loans: 5 })]);
  expect(await countOf(small, sql`select from loans`)).toBe(few);
});

test('an interrupted load leaves an empty agency, which the next load fills', async () => {
  const database = await anEmptyOne();
  const cut = {
    ...database,
    async connect() {
      const client = await database.connect();
      return new Proxy(client, {
        get(target, key) {
          const value: unknown = Reflect.get(target, key);
          if (key !== 'query' || typeof value !== 'function') return value;
          return (what: unknown, ...more: unknown[]): unknown => {
            if (what === 'commit') throw new Error('cut off');
            return Reflect.apply(value, target, [what, ...more]);
          };
        },
      });
    },
  };
  await expect(loadDemo(cut, { loans: many })).rejects.toThrow('cut off');
  expect(await isEmptyAgency(database)).toBe(true);
  expect(await countOf(database, sql`select from roles`)).toBe(0);
  expect(await schemaOf(database)).toEqual(before);
  await loadDemo(database, { loans: 10 });
  expect(await isEmptyAgency(database)).toBe(false);
});

test('everybody signs in with the demo password; the system admin is role 1', async () => {
  const hashes = await large.rows<{ hash: string }>(sql`select distinct password_hash as hash from users`);
  expect(hashes).toHaveLength(1);
  expect(await isPassword(hashes[0]?.hash ?? null, demoPassword)).toBe(true);
  expect(await large.one(sql`select slug, role_type from roles where id = 1`)).toEqual({
    slug: 'system_admin',
    role_type: 'system_admin',
  });
});

describe('nothing in the database contradicts anything else', () => {
  const never: Readonly<Record<string, Fragment>> = {
    'a loan of another lender than its portfolio, borrower, group or campaign': sql`
      select from loans l join portfolios p on p.id = l.portfolio_id join borrowers b on b.id = l.borrower_id
        left join loan_groups g on g.id = l.loan_group_id left join campaigns c on c.id = l.campaign_id
      where l.client_id <> all (array[p.client_id, b.client_id, coalesce(g.client_id, l.client_id),
        coalesce(c.client_id, l.client_id)])`,
    'an assignee who is not in the campaign': sql`
      select from loans l where assignee_id is not null and not exists
        (select from campaign_agents a where a.campaign_id = l.campaign_id and a.user_id = l.assignee_id)`,
    'an assignee who left, or is no agent': sql`
      select from loans l join users u on u.id = l.assignee_id join roles r on r.id = u.role_id
      where not u.is_active or r.role_type <> 'agent'`,
    'an assignee who is not the last of the assignments': sql`
      select from loans l left join lateral
        (select user_id, at from loan_assignments a where a.loan_id = l.id order by at desc, id desc limit 1) a on true
      where (l.assignee_id, l.assigned_at) is distinct from (a.user_id, a.at)`,
    'more principal than total': sql`select from loans where principal_outstanding > total_outstanding`,
    'a latest realized payment that is not the latest': sql`
      select from loans l left join lateral (select amount, payment_date from payments p
        where p.loan_id = l.id and realized order by payment_date desc, id desc limit 1) p on true
      where (l.latest_realize_payment_amount, l.latest_realize_payment_date)
        is distinct from (p.amount, p.payment_date)`,
    'a last disposition that is not the last': sql`
      select from loans l left join lateral (select disposition_id, created_at from borrower_dispositions d
        where d.loan_id = l.id order by id desc limit 1) d on true
      where (l.last_disposition_id, l.last_disposition_at) is distinct from (d.disposition_id, d.created_at)`,
    'a loan that stands otherwise than it is': standsOtherwise,
    'a best disposition that is not the best': sql`
      select from loans l left join lateral (select d.disposition_id, d.sub_disposition_id, d.created_at
        from borrower_dispositions d join dispositions k on k.id = d.disposition_id
        where d.loan_id = l.id order by k.priority, d.created_at desc limit 1) d on true
      where (l.best_disposition_id, l.best_sub_disposition_id, l.best_disposition_at)
        is distinct from (d.disposition_id, d.sub_disposition_id, d.created_at)`,
    'a sub-disposition below another disposition': sql`
      select from borrower_dispositions d join dispositions s on s.id = d.sub_disposition_id
      where s.parent_id <> d.disposition_id`,
    'a disposition for a lender it does not apply to': sql`
      select from borrower_dispositions d join loans l on l.id = d.loan_id join dispositions k on k.id = d.disposition_id
      where not k.default_apply and not exists
        (select from disposition_clients c where c.disposition_id = k.id and c.client_id = l.client_id)`,
    'an unpaid loan with a realized payment, or the other way round': sql`
      select from loans l where (payment_status = 'Unpaid') =
        exists (select from payments p where p.loan_id = l.id and realized)`,
    'a call or a disposition after “do not call”': sql`
      select from loans l where is_dnc and (
        exists (select from cdr c where c.loan_id = l.id and c.start_time > l.last_disposition_at) or
        (select name from dispositions d where d.id = l.last_disposition_id) is distinct from 'Do Not Call')`,
    'a disposition whose call was on another loan or by somebody else': sql`
      select from borrower_dispositions d left join cdr c on c.reference_id = d.call_ref_no::uuid
      where d.call_ref_no is not null and (c.loan_id, c.user_id) is distinct from (d.loan_id, d.user_id)`,
    'a day or a moment to come in what has happened': sql`
      select from cdr where end_time > now() union all select from borrower_dispositions where created_at > now()
      union all select from loans where created_at > now() or assigned_at > now()
      union all select from payments where created_at > now()`,
    'a shift whose intervals do not touch, overlap, or do not last from login to logout': sql`
      select from agent_intervals i join agent_sessions s on s.id = i.session_id
      where i.started_at <> coalesce((select max(b.ended_at) from agent_intervals b
          where b.session_id = s.id and b.started_at < i.started_at), s.started_at)
        or (i.ended_at <> s.ended_at and not exists (
          select from agent_intervals a where a.session_id = s.id and a.started_at = i.ended_at))`,
    'a missed call of nobody who called in, of somebody who must not be called, or closed by nobody': sql`
      select from missed_calls m left join call_attempts k on k.id = m.attempt_id and k.direction = 'inbound'
        and k.loan_id = m.loan_id and k.user_id is null
        left join queue_calls c on c.attempt_id = m.attempt_id left join loans l on l.id = m.loan_id
      where k.id is null or c.result is null or l.is_dnc or m.called_at > now() or m.closed_at > now()
        or (m.closed_at is null) <> (m.closed_by is null)`,
    'a group whose leader is not in it': sql`
      select from loan_groups g where not exists
        (select from loans l where l.loan_group_id = g.id and l.borrower_id = g.leader_id)`,
    'a person above whom nobody is but who is not senior': sql`
      select from users u join roles r on r.id = u.role_id
      where u.reporting_to is null and r.role_type in ('tech_lead', 'agent', 'supervisor')`,
  };
  test.each(Object.entries(never))('%s', async (_, query) => {
    expect(await countOf(small, query)).toBe(0);
    expect(await countOf(large, query)).toBe(0);
  });

  test('leads see their users: three levels from the manager', async () => {
    const below = await large.rows<{ email: string }>(sql`
      select u.email from users m join user_below b on b.ancestor_id = m.id join users u on u.id = b.user_id
      where m.email = 'manager@recoup.test'`);
    const found = below.map(({ email }) => email.split('@')[0]);
    expect(found).toEqual(
      expect.arrayContaining(['supervisor', 'officer', 'lead', 'lead2', 'agent', 'agent3']),
    );
  });
});
