/** What this device remembers of the server's answers, asked only when the server cannot be reached. */
import { borrowerDispositions } from '#contract/borrower-dispositions.ts';
import type { RoleType } from '#contract/kernel/access.ts';
import type { Endpoint, Input } from '#contract/kernel/endpoint.ts';
import { loans } from '#contract/loans.ts';
import { payments } from '#contract/payments.ts';
import { CacheDb, deleteCaches } from './cache-db.ts';
import { type KeptLoan, pageOf, profileOf } from './loan-shelf.ts';

/** Choices and masters, for everybody: nothing in them is about a borrower. */
const masters = new Set([
  'allocation-types',
  'breaks',
  'centers',
  'dispositions',
  'option-values',
  'portfolios',
]);
const isChoice = ({ name, domain, answer }: Endpoint): boolean =>
  /\.(dropdown|options)$/.test(name) ||
  (domain === 'options' && answer === 'rows') ||
  (masters.has(domain) && /\.(list|one)$/.test(name));
/** Personal data, only for those who work without a network, and only of the loans they work. */
const fieldwork: ReadonlySet<Endpoint> = new Set<Endpoint>([
  borrowerDispositions.list,
  loans.list,
  loans.one,
  loans.ofBorrower,
  loans.borrower,
  loans.participants,
  loans.contacts,
  loans.groups,
  payments.months,
  payments.days,
]);
const fieldRoles: readonly RoleType[] = ['agent'];

interface Owner {
  id: number;
  roleType: RoleType;
}
let owner: Owner | undefined;
let db: CacheDb | undefined;

/** Opens this person's cache; another's is never looked at. */
export function openCache(next: Owner): void {
  if (owner?.id !== next.id) db = new CacheDb(next.id);
  owner = next;
}

const isKept = (endpoint: Endpoint): boolean =>
  isChoice(endpoint) || (fieldwork.has(endpoint) && fieldRoles.some((role) => role === owner?.roleType));

/** The same question always has the same key, whatever the order of its parts and whatever is left open. */
export function keyOf(endpoint: Endpoint, input: object): string {
  const parts = Object.entries(input).filter(([, value]) => value !== undefined && value !== null);
  parts.sort(([a], [b]) => (a < b ? -1 : 1));
  return `${endpoint.name} ${JSON.stringify(parts)}`;
}

/** Keeps an answer of the server. */
export async function rememberPage(endpoint: Endpoint, input: object, reply: unknown): Promise<void> {
  if (!db || !isKept(endpoint)) return;
  const now = Date.now();
  try {
    if (endpoint === loans.list) await db.putLoans((reply as { rows: KeptLoan[] }).rows, now);
    else if (endpoint === loans.one) await db.putLoans([reply as KeptLoan], now);
    else await db.putReply(keyOf(endpoint, input), reply, now);
  } catch {
    // A full or forbidden disk: reading goes on without a copy.
    await makeRoom();
  }
}

type Recalled = { reply: unknown; asOf: number };

async function recallLoans(cache: CacheDb, input: Input<typeof loans.list>): Promise<Recalled | undefined> {
  const kept = await cache.loans();
  const reply = pageOf(
    kept.map(({ loan }) => loan),
    input,
  );
  return reply && { reply, asOf: Math.min(...kept.map(({ at }) => at)) };
}

async function recallLoan(cache: CacheDb, id: string): Promise<Recalled | undefined> {
  const kept = await cache.loan(Number(id));
  return kept && { reply: profileOf(kept.loan), asOf: kept.at };
}

/** What the server answered, or would have as far as this device knows, and since when that is known. */
export async function recall(endpoint: Endpoint, input: object): Promise<Recalled | undefined> {
  if (!db || !isKept(endpoint)) return undefined;
  if (endpoint === loans.list) return recallLoans(db, input as Input<typeof loans.list>);
  if (endpoint === loans.one) return recallLoan(db, (input as Input<typeof loans.one>).id);
  const kept = await db.reply(keyOf(endpoint, input), Date.now());
  return kept && { reply: kept.reply, asOf: kept.at };
}

/** For `keepReadsIn` of the client kernel. */
export const readThrough = { remember: rememberPage, recall };

/** A complete list was kept since that moment: what is older is no longer this person's. */
export const forgetLoansBefore = async (at: number): Promise<void> => db?.keepLoansSince(at);

export const isFieldworker = (): boolean => fieldRoles.some((role) => role === owner?.roleType);

/** Gives the disk back what can be loaded again. */
export async function makeRoom(): Promise<void> {
  await db?.delete().catch(() => undefined); // nothing to give back then
}

/** At the end of a session nothing personal stays. The outbox is not touched. */
export async function wipeCache(): Promise<void> {
  const old = db;
  db = undefined;
  owner = undefined;
  await old?.delete();
  await deleteCaches();
}
