/** Counters of public lookups, shared by all nodes; addresses and loan numbers are stored as hashes. */
import { createHash } from 'node:crypto';
import { Failure } from '#kernel/contract/failure.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { eventLog } from '#kernel/server/live/event.ts';
import { networkOf } from '#kernel/server/http/network.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { type LookupCounts, besideIs, blockIs, limits, runOf } from '../rules.ts';

const hashed = (text: string): Buffer => createHash('sha256').update(text).digest();

interface Lookup {
  ip: string;
  path: string | null;
  loanNumber: string;
  /** Id of the completed proof of work. */
  mark: Buffer | null;
}
const nothing: LookupCounts = { soon: 0, day: 0, all: 0, beside: 0, block: 0 };

/** Records a lookup, even a rejected one. A proof of work is valid for one lookup. */
export async function noteLookup(
  database: Database,
  tx: Tx,
  { ip, path, loanNumber, mark }: Lookup,
): Promise<LookupCounts & { isWorkNew: boolean }> {
  const where = path ?? '';
  const who = hashed(`stranger ${networkOf(ip)}`);
  const { stem, value } = runOf(loanNumber);
  const run = hashed(`stem ${stem}`);
  const block = Math.floor(value / blockIs) * blockIs;
  // Committed before counting, so that concurrent ones are all included.
  const used = await database.transaction((own) =>
    own.one<{ isNew: boolean }>(sql`
    with used as (insert into payment_works (mark) select ${mark}::bytea where ${mark}::bytea is not null
      on conflict do nothing returning mark),
    kept as (insert into payment_lookups (stranger, path, stem, value) values (${who}, ${where}, ${run}, ${value}))
    select exists (select from used) as "isNew"`),
  );
  const asked = await tx.one<LookupCounts>(sql`
    select count(*) filter (where at > now() - interval '10 minutes')::int as soon, count(*)::int as day,
      (select count(*)::int from payment_lookups where path = ${where} and at > now() - interval '1 hour') as all,
      (select count(*)::int from (select distinct value from payment_lookups where stem = ${run} and value <> ${value}
        and value between ${value - besideIs} and ${value + besideIs} and at > now() - interval '1 day') x) as beside,
      (select count(*)::int from (select distinct value from payment_lookups where stem = ${run}
        and value between ${block} and ${block + blockIs - 1} and at > now() - interval '1 hour'
        limit ${limits.inTheBlock + 1}) x) as block
    from payment_lookups where stranger = ${who} and at > now() - interval '1 day'`);
  const told = asked ?? nothing;
  await alarm(database, where, told);
  return { ...told, isWorkNew: used?.isNew ?? false };
}

/** Enumeration of numbers, perhaps distributed: alerted once per two hundred lookups. */
async function alarm(database: Database, path: string, { all }: LookupCounts): Promise<void> {
  if (all <= limits.inAnHourForAll || all % limits.inAnHourForAll !== 1) return;
  await database.transaction(async (tx) => {
    const events = eventLog(null, null);
    events.emit('pay.numbers-tried', { facts: { path, times: all }, to: [] });
    await events.flush(tx, []);
  });
}

/** Throttles guesses of codes, though 128 random bits cannot be guessed. */
export async function countCode(database: Database, ip: string, kind: 'code' | 'receipt'): Promise<void> {
  const who = hashed(`stranger ${networkOf(ip)}`);
  await database.run(sql`insert into payment_lookups (stranger, path) values (${who}, ${kind})`);
  const asked = await database.one<LookupCounts>(sql`
    select count(*) filter (where at > now() - interval '10 minutes')::int as soon, count(*)::int as day,
      (select count(*)::int from payment_lookups where path = ${kind} and at > now() - interval '1 hour') as all
    from payment_lookups where stranger = ${who} and at > now() - interval '1 day'`);
  const { soon, day, all } = asked ?? nothing;
  await alarm(database, kind, { ...nothing, all });
  if (soon > limits.inTenMinutes || day > limits.inADay || all > limits.inAnHourForAll)
    throw new Failure('TOO_MANY_REQUESTS', { seconds: 600 });
}

/** Records a guessed code; true where a network exceeded the limit. */
export async function isGuessing(
  database: Database,
  ip: string,
  kind: 'code' | 'receipt' = 'code',
): Promise<boolean> {
  try {
    await countCode(database, ip, kind);
    return false;
  } catch (error) {
    if (error instanceof Failure) return true;
    throw error;
  }
}
