/** Puts the demo agency into an empty database: one transaction, rows streamed by COPY. */
import { hash } from '@node-rs/argon2';
import type pg from 'pg';
import { postPayments } from '#contexts/payments/server/ledger/post-payments.ts';
import { openAllPromises } from '#contexts/work/server/promises/of-dispositions.ts';
import { type Database, txOn } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { suspendChecks } from '../../database/suspended-checks.ts';
import { demoPassword, namedAgents } from '../accounts.ts';
import type { Agency } from '../agency.ts';
import { cashTables, cashTaken } from './cash.ts';
import { gatewaysCompared, reconciliationTables } from './reconciliation.ts';
import { contactsMade } from './contacts.ts';
import { advanceSequences, copy, copyStories } from './copy.ts';
import { fillInbound, inboundTables } from './inbound.ts';
import type { MasterTable } from './master-tables.ts';
import { messagesSent } from './messages.ts';
import { monthEnds, monthEndTables } from './month-ends.ts';
import { agencyNamed, deathHolds, proofs } from './proofs.ts';
import { storyTableNames } from '../rows.ts';
import { followSettlements } from './follow-settlements.ts';
import { settlementsAsked } from './settlements.ts';
import { fillShifts, shiftTables } from './shifts.ts';
import { computeSums, passSums } from './sums.ts';
import { wishesSaid } from './wishes.ts';

export interface DemoOptions {
  loans: number;
  onProgress?: (done: number) => void;
  /** Number of agents; by default one per 200 loans. */
  agents?: number;
  /** The moment the generated histories end; now by default. */
  now?: Date;
  seed?: number;
}

const LOCK = 7063;
/** Parameters of passwords.ts, which is unusable here because it queues like real sign-ins. */
const hashing = { algorithm: 2, memoryCost: 47_104, timeCost: 1, parallelism: 1 };
const loansPerAgent = 200;
const mostAgents = 500;
/** Below this, rebuilding indexes is slower than updating them. */
const manyLoans = 1_000;

/** True until an agency, demo or real, exists. */
export async function isEmptyAgency(database: Database): Promise<boolean> {
  return !(await database.one(sql`select 1 as ok from users limit 1`));
}

/**
 * Loads the agency atomically. Equal seed, day, hour and sizes produce equal rows. Does nothing when another process
 * was faster.
 */
export async function loadDemo(database: Database, options: DemoOptions): Promise<void> {
  // The generator with its name lists is loaded lazily: every demo start calls isEmptyAgency.
  const [made, tables] = await Promise.all([import('../agency.ts'), import('./master-tables.ts')]);
  const usual = Math.min(mostAgents, Math.round(options.loans / loansPerAgent));
  const agency = new made.Agency({
    agents: Math.max(namedAgents, options.agents ?? usual),
    now: options.now ?? new Date(),
    passwordHash: await hash(demoPassword, hashing),
    seed: options.seed,
  });
  const masters = tables.masterTables(agency);
  const names = [...masters.map(({ table }) => table), ...storyTableNames];
  const client = await database.connect();
  let isBroken = true;
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    if ((await client.query('select from users limit 1')).rowCount === 0) {
      await passSums(client);
      await fill(client, agency, masters, options);
      await advanceSequences(client, names);
    }
    await client.query('commit');
    // Analyses every page, because the empty pages of a COPY distort an estimate from a sample.
    await client.query(
      `vacuum (analyze, disable_page_skipping) ${[...names, 'promises', 'contacts', ...shiftTables, ...inboundTables, ...monthEndTables, ...cashTables, ...reconciliationTables].join(', ')}`,
    );
    isBroken = false;
  } finally {
    // A connection that failed is closed, which undoes its transaction.
    client.release(isBroken);
  }
}

async function fill(
  client: pg.ClientBase,
  agency: Agency,
  masters: readonly MasterTable[],
  options: DemoOptions,
): Promise<void> {
  for (const { table, rows } of masters) await copy(client, table, rows);
  const { placesOf } = await import('../setup/masters.ts');
  for (const [table, places] of Object.entries(placesOf)) await putIntoTowns(client, table, places);
  // Lenders are stored before users, because the lender's user references one.
  await client.query('update clients set owner_id = (select owner_id from portfolios limit 1)');
  const isMany = options.loans >= manyLoans;
  const resumeChecks = isMany ? await emptied(client, storyTableNames) : undefined;
  // The effects of row triggers are computed in bulk.
  await client.query('alter table borrower_dispositions disable trigger user');
  await copyStories(client, agency, { ...options, isFrozen: isMany });
  await resumeChecks?.();
  await client.query('select stand_loans_anew()');
  await openAllPromises(txOn(client));
  await client.query('update dispositions set is_death = true where names_death(name)');
  await client.query(deathHolds);
  await client.query('alter table borrower_dispositions enable trigger user');
  // Borrowers with a do-not-call disposition are on the DNC list too.
  await client.query(`insert into dnc_numbers (loan_id, mobile, status)
    select id, mobile, 'active' from loans where is_dnc and mobile is not null order by id`);
  await client.query(
    'insert into dnc_history (dnc_id, status) select id, status from dnc_numbers order by id',
  );
  for (const statement of messagesSent) await client.query(statement);
  await postUnposted(client);
  // Agent sessions are derived from the calls agents placed; no agent took these.
  await fillInbound(client, options.now ?? new Date());
  const resumeContacts = isMany ? await emptied(client, ['contacts']) : undefined;
  await client.query(contactsMade);
  await resumeContacts?.();
  for (const statement of settlementsAsked) await client.query(statement);
  await followSettlements(txOn(client));
  await client.query(attemptsMade);
  await client.query(agencyNamed);
  for (const statement of [...proofs, wishesSaid, ...cashTaken, ...gatewaysCompared, ...monthEnds])
    await client.query(statement, [agency.calendar.today]);
  await fillShifts(client, options.loans);
  await client.query(moneyInDoubt);
  await postUnposted(client);
  await computeSums(client, agency.calendar.today);
  // Postings loaded with triggers disabled have no note in the audit chain yet.
  await client.query('select note_unnoted_postings()');
}

const postUnposted = (client: pg.ClientBase): Promise<void> =>
  postPayments(
    txOn(client),
    sql`select id from payments p where not exists (select from postings g where g.source = 'payment' and g.source_id = p.id)`,
  );

/** Without indexes and constraints until the returned function is called; truncated, so that COPY can freeze rows. */
async function emptied(client: pg.ClientBase, tables: readonly string[]): Promise<() => Promise<void>> {
  const resume = await suspendChecks(client, tables);
  await client.query(`truncate ${tables.join(', ')}`);
  return resume;
}

/** Some recent payments used the payment page, with some failed attempts. */
const attemptsMade = `
  insert into payment_attempts (id, loan_id, account_id, source, gateway, amount, state, reference, receipt_code, payment_id,
    message, created_at, changed_at, settled_at)
  select left(md5('attempt ' || p.id), 22), p.loan_id, l.payment_account_id,
    case when p.id % 2 = 0 then 'PAYMENT_LINK' else 'DIRECT_FROM_SITE' end, 'sandbox', p.amount,
    case when p.id % 5 = 0 then 'failed' else 'success' end, 'SBX' || p.id, left(md5('receipt ' || p.id), 22),
    case when p.id % 5 = 0 then null else p.id end,
    case when p.id % 5 = 0 then 'The bank declined the payment.' else 'Payment received.' end, at, at, at
  from payments p join loans l on l.id = p.loan_id
    cross join lateral (select p.payment_date + interval '10 hours' + p.id % 500 * interval '1 minute' as at) t
  where l.payment_account_id is not null and p.realized and p.source <> 'AUTOPAY' and p.payment_date > current_date - 60 order by p.id`;

/**
 * Some online payments are in a lender's file too, under the bank's number: a user decides whether they are equal.
 */
const moneyInDoubt = `
  insert into payments (id, loan_id, user_id, transaction_id, amount, payment_date, realized, source, mode, status, held_for, created_at)
  select (select max(id) from payments) + row_number() over (order by p.id), p.loan_id, p.user_id, 'NEFT' || 880000 + p.id, p.amount,
    p.payment_date, true, 'PAYMENT_FILE', 'NEFT', 'held', 'may-be-same', p.created_at
  from (select * from payments where realized and source = 'PAYMENT_LINK' order by payment_date desc, id desc limit 3) p`;

/** Puts the rows of a master, numbered from one, into their towns. */
async function putIntoTowns(
  client: pg.ClientBase,
  table: string,
  places: readonly { state: string; city: string }[],
): Promise<void> {
  await client.query(
    `update ${table} t set state_id = s.id, city_id = c.id
     from unnest($1::text[], $2::text[]) with ordinality p (state, city, id)
     join states s on s.name = p.state join cities c on c.state_id = s.id and c.name = p.city where t.id = p.id`,
    [places.map(({ state }) => state), places.map(({ city }) => city)],
  );
}
