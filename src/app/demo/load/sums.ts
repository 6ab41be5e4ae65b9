/** Totals of the demo are computed once, after all of its rows. */
import type pg from 'pg';

const counted = [
  'loans',
  'messages',
  'payments',
  'postings',
  'promises',
  'visits',
  'call_attempts',
  'agent_intervals',
];
const turn = (to: 'disable' | 'enable'): string =>
  counted.map((table) => `alter table ${table} ${to} trigger ${table}_sums`).join(';');

export const passSums = (client: pg.ClientBase): Promise<unknown> => client.query(turn('disable'));

export async function computeSums(client: pg.ClientBase, today: string): Promise<void> {
  await client.query(turn('enable'));
  await client.query(`select rebuild_sums((date_trunc('month', $1::timestamp) - interval '1 month')::date)`, [
    today,
  ]);
  await client.query(`update month_ends e set is_summed = exists (
    select from month_ends b where b.month = (e.month - interval '1 month')::date)`);
}
