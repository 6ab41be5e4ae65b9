/** Queries of the borrower list, drawn by a seed so that runs are equal. */
import { randomBytes } from 'node:crypto';
import { paymentHistories, paymentStatuses } from '../../src/contexts/loans/contract/loan-rows.ts';
import { hashOf } from '../../src/kernel/server/http/actor.ts';
import type { Database } from '../../src/kernel/server/database/database.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';

export interface Asked {
  role: string;
  path: string;
}
export interface Values {
  campaigns: { id: number; clientId: number | null }[];
  clients: { id: number }[];
  users: { id: number }[];
  dispositions: { id: number }[];
  allocations: { id: number }[];
  loans: { number: string; name: string; mobile: string | null }[];
}

export const valuesOf = async (database: Database): Promise<Values> => ({
  campaigns: await database.rows(sql`select id, client_id as "clientId" from campaigns order by id`),
  clients: await database.rows(sql`select id from clients order by id`),
  users: await database.rows(
    sql`select assignee_id as id from loans where assignee_id is not null group by 1 order by 1 limit 500`,
  ),
  dispositions: await database.rows(sql`select id from dispositions where parent_id is null order by id`),
  allocations: await database.rows(sql`select id from allocation_types order by id`),
  loans: await database.rows(sql`
    select l.loan_number as number, b.name, l.mobile from loans l join borrowers b on b.id = l.borrower_id
    where l.id % 97 = 5 order by l.id limit 100`),
});

/** Active session of the user of this role with the largest team. */
export async function sessionOf(database: Database, role: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await database.run(sql`insert into session (token_hash, user_id, expires_at, idle)
    select ${hashOf(token)}, u.id, now() + interval '1 day', interval '1 day'
    from users u join roles r on r.id = u.role_id where r.role_type = ${role} and u.is_active
    order by (select count(*) from user_below x where x.ancestor_id = u.id) desc, u.id limit 1`);
  return token;
}

/** A small generator: the same numbers for the same seed. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
const asksEach = 200;
const sorts = ['totalOutstanding', 'principalOutstanding', 'loanNumber', 'dpd'];

export function asksOf(values: Values, role: string): Asked[] {
  const next = dice(role.length * 7919);
  const one = <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T;
  const often = (part: number): boolean => next() < part;
  return Array.from({ length: asksEach }, () => {
    const query = new URLSearchParams({ part: 'rows', size: '100' });
    query.set('isActive', String(often(0.85)));
    if (often(0.3)) query.set('sort', (often(0.5) ? '-' : '') + one(sorts));
    if (often(0.35)) query.set('page', String(Math.ceil(1 + next() ** 3 * 99)));
    const client = often(0.3) ? one(values.clients).id : undefined;
    if (client) query.set('clientId', String(client));
    // A campaign is chosen among those of the client.
    const campaigns = values.campaigns.filter(({ clientId }) => !client || clientId === client);
    if (often(0.25) && campaigns.length > 0) query.set('campaignId', String(one(campaigns).id));
    if (often(0.2) && role !== 'agent')
      query.set('userIds', [one(values.users).id, ...(often(0.5) ? [one(values.users).id] : [])].join(','));
    if (often(0.25)) query.set('dispositionIds', String(one(values.dispositions).id));
    if (often(0.2)) query.set('allocationTypeId', String(one(values.allocations).id));
    if (often(0.25)) query.set('paymentStatus', one(paymentStatuses));
    if (often(0.2)) query.set('paymentHistoryStatus', one(paymentHistories));
    return { role, path: `/loans?${query.toString()}` };
  });
}

/** Typed searches: a full number or its last digits, a first or last name, a mobile or its last four digits. */
export function searchesOf({ loans }: Values): Asked[] {
  const words = loans.flatMap(({ number, name, mobile }, i) => [
    i % 2 ? number : number.slice(-6),
    name.split(' ')[i % 2] ?? name,
    i % 3 ? name : name.toLowerCase().slice(0, 7),
    ...(mobile ? [i % 2 ? mobile : mobile.slice(-4)] : []),
  ]);
  return words.map((q, i) => ({
    role: i % 4 ? 'admin' : 'agent',
    path: `/loans?${new URLSearchParams({ q, part: 'rows', size: '100' }).toString()}`,
  }));
}

/** A loan with at least this many events. */
export async function busyLoan(database: Database, events: number): Promise<number> {
  const loan = await database.one<{ id: number; userId: number }>(
    sql`select id, assignee_id as "userId" from loans where assignee_id is not null order by id limit 1`,
  );
  const id = loan?.id ?? 0;
  const known = await database.one<{ n: number }>(sql`select count(*) as n from cdr where loan_id = ${id}`);
  await database.run(sql`
    insert into call_attempts (loan_id, user_id, direction, mode, state, outcome, dialed_at, ended_at)
    select ${id}, ${loan?.userId}, 'outbound', 'manual', 'ended', 'no_answer', t, t
    from (select now() - n * interval '1 hour' as t
      from generate_series(1, ${Math.max(0, events - (known?.n ?? 0))}::int) n) hours`);
  return id;
}
