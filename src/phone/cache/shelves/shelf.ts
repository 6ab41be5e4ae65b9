/** Encrypted cache: borrower data is encrypted on write, and readable only while unlocked. */
import type { Endpoint, Input } from '#kernel/contract/endpoint.ts';
import { loans } from '#contexts/loans/contract/loans.ts';
import type { TodayRow } from '#contexts/work/contract/today-rules.ts';
import { today } from '#contexts/work/contract/today.ts';
import { usersTask } from '#contexts/work/contract/users-task.ts';
import { keepVaultMark } from '#kernel/client/app/preferences.ts';
import { CacheDb, type KeptReply, type LoanEntry, deleteCaches } from '../cache-db.ts';
import { fetchMissing } from '../loss/missing.ts';
import type { Owner } from '../owner/owner.ts';
import { keyOf, dropChoices } from '../choices.ts';
import { dropKey } from '#kernel/offline/vault/key-relay.ts';
import { deleteKeys, keyDatabase } from '#kernel/offline/vault/key-store.ts';
import { factOf, isFact, limitsOf, askedLoan, ofMoment } from '../loan-facts.ts';
import { type FedLoan, type KeptLoan, knownLoan, listRowOf, shelfPage } from './loan-shelf.ts';
import { tellLock } from '../../vault/lock-state.ts';
import { askAnew, needKey, stopWatch, watchLock } from '../../vault/lock-watch.ts';
import { minimised } from '../minimise.ts';
import { sayNothingKept } from '../loss/nothing-kept.ts';
import { type KeptTask, loansOfTask, taskPage, tasksToday } from './task-shelf.ts';
import { todayPage } from './today-shelf.ts';
import { VaultLocked, Vault } from '../../vault/vault.ts';

export interface Stores {
  db: CacheDb;
  vault: Vault;
}
interface Shelf extends Stores {
  ownerId: number;
  /** The lock state is loaded. */
  ready: Promise<unknown>;
  /** Caches of others are deleted. */
  alone: Promise<unknown>;
}
let shelf: Shelf | undefined;
const todayKey = 'today';
const summaryKey = 'summary';
const sumUpAfter = 1000;
const tasksKey = 'tasks';
const tasksFed: readonly Endpoint[] = [usersTask.today, usersTask.list, usersTask.loans];
const fed: ReadonlySet<Endpoint> = new Set<Endpoint>([loans.list, today.list, ...tasksFed]);
const aboutLoan = (id: number): string => `loan ${id}`;
const aboutDetail = (id: number): string => `detail ${id}`;

/** Opens a user's cache; those of other users are deleted, as a device has one owner at a time. */
function shelfOf({ id }: Owner): Shelf {
  if (shelf?.ownerId === id) return shelf;
  shelf?.vault.lock();
  const db = new CacheDb(id);
  const vault = new Vault(id, () => {
    askAnew();
    tellLock();
  });
  const ready = vault
    .load()
    .then(() => keepVaultMark(vault.isSet()))
    // A browser that forbids storage has no lock; everything works with a network.
    .catch(() => undefined);
  // Reads of the owner's data need not block on it.
  const alone = ready.then(() => Promise.all([deleteCaches(id), deleteKeys(id)])).catch(() => undefined);
  watchLock(vault);
  return (shelf = { ownerId: id, db, vault, ready, alone });
}
/** Opens the owner's cache for reading. */
async function readShelf(owner: Owner): Promise<Stores> {
  const opened = shelfOf(owner);
  await opened.ready;
  return opened;
}
export async function openShelf(owner: Owner): Promise<Stores> {
  const { alone, db, vault } = shelfOf(owner);
  await alone;
  return { db, vault };
}

export async function remember(
  owner: Owner,
  endpoint: Endpoint,
  input: object,
  reply: unknown,
): Promise<void> {
  const { db, vault } = await openShelf(owner);
  try {
    // Lists come by the feed, with less in them; a search would show in its key.
    const isFed = fed.has(endpoint) || ofMoment.has(endpoint);
    if (!vault.isSet() || isFed || 'q' in input) return;
    const kept = minimised(endpoint, reply);
    if (endpoint === loans.one) {
      const { id } = reply as { id: number };
      const stands = await db.putDetail(id, await vault.seal(aboutDetail(id), kept), Date.now());
      if (stands === 'missing') return lookFor(id);
      return sumUpSoon({ db, vault });
    }
    const key = keyOf(endpoint, input);
    const sealed = await vault.seal(key, kept);
    await db.putReply({ key, at: Date.now(), sealed }, sealed.ct.byteLength);
  } catch {
    // Full or blocked disk: reads continue without a cache.
    await dropChoices(owner);
  }
}

/** Searched once: assigned since the last feed, or not cacheable. */
const lookedFor = new Set<number>();
function lookFor(loanId: number): void {
  if (!lookedFor.has(loanId)) fetchMissing();
  lookedFor.add(loanId);
}

type Recalled = { reply: unknown; asOf: number; isOfNow?: true };

export async function recall(
  owner: Owner,
  endpoint: Endpoint,
  input: object,
  signal?: AbortSignal,
): Promise<Recalled | undefined> {
  const stores = await readShelf(owner);
  if (!stores.vault.isSet()) {
    sayNothingKept();
    return undefined;
  }
  if (!(await needKey(signal))) return undefined;
  if (endpoint === loans.list) return recallLoans(stores, input as Input<typeof loans.list>);
  if (endpoint === loans.one) return recallLoan(stores, Number((input as { id: string }).id));
  if (endpoint === loans.ofBorrower) return recallOthers(stores, Number((input as { id: string }).id));
  if (endpoint === today.list) return recallToday(stores, input as Input<typeof today.list>);
  if (tasksFed.includes(endpoint)) return recallTasks(stores, endpoint, input);
  if (isFact(endpoint)) return recallFact(stores, endpoint, input);
  return recallReply(stores, keyOf(endpoint, input));
}

async function recallReply({ db, vault }: Stores, key: string): Promise<Recalled | undefined> {
  const kept: KeptReply | undefined = await db.reply(key, Date.now());
  if (!kept?.sealed) return undefined;
  try {
    return { reply: await vault.open(key, kept.sealed), asOf: kept.at };
  } catch (error) {
    // A damaged record is deleted; the others are still valid.
    if (!(error instanceof VaultLocked)) await db.deleteReply(key);
    return undefined;
  }
}

interface Opened {
  loan: Partial<KeptLoan>;
  fed: FedLoan;
  /** When its profile was read, where that is of another version than the row. */
  detailAt?: number;
}
async function opened({ id, row, detail, detailAt }: LoanEntry, vault: Vault): Promise<Opened | undefined> {
  try {
    const fed = await vault.open<FedLoan>(aboutLoan(id), row);
    const profile = detail && (await vault.open<KeptLoan>(aboutDetail(id), detail));
    const loan = knownLoan(fed, profile);
    return { fed, loan, ...(profile?.version !== fed.version && detailAt && { detailAt }) };
  } catch {
    return undefined;
  }
}

/** Every loan that can be read; those that cannot are forgotten, unless the lock fell meanwhile. */
async function readable(
  { db, vault }: Stores,
  entries: readonly LoanEntry[],
): Promise<{ entry: LoanEntry; loan: Partial<KeptLoan> }[]> {
  const read = await Promise.all(entries.map(async (entry) => ({ entry, of: await opened(entry, vault) })));
  const good = read.flatMap(({ entry, of }) => (of ? [{ entry, loan: of.loan }] : []));
  if (good.length < read.length && vault.isOpen() && !vault.isOver())
    await db.deleteLoans(read.filter(({ of }) => !of).map(({ entry }) => entry.id));
  return good;
}

/** Time of the last complete feed of these loans; 0: none yet. */
const asOfFeed = async ({ db }: Stores): Promise<number> => (await db.meta<number>('fedAt')) ?? 0;

/** The list rows of every loan: at a start they are opened with one key instead of hundreds of times. */
async function summaries(stores: Stores): Promise<KeptLoan[]> {
  const { db, vault } = stores;
  const { state, sealed } = await db.summary();
  const known = sealed && (await vault.open<KeptLoan[]>(summaryKey, sealed).catch(() => undefined));
  if (known) return known;
  const rows = (await readable(stores, await db.loans())).map(({ loan }) => listRowOf(loan));
  // After a concurrent change the summary has an outdated state version, and is ignored.
  if (vault.isOpen()) await db.putSummary(state, await vault.seal(summaryKey, rows)).catch(() => undefined);
  return rows;
}

async function recallLoans(stores: Stores, input: Input<typeof loans.list>): Promise<Recalled | undefined> {
  const [rows, asOf] = await Promise.all([summaries(stores), asOfFeed(stores)]);
  // An interrupted first feed has stored some loans: their list would seem complete.
  if (asOf === 0) return undefined;
  const reply = shelfPage(rows, input);
  return reply && { reply, asOf };
}

let summing: ReturnType<typeof setTimeout> | undefined;
/** Loans changed: the rows for the next start are put together once there is time. */
export function sumUpSoon(stores: Stores): void {
  clearTimeout(summing);
  summing = setTimeout(() => {
    if (stores.vault.isOpen()) summaries(stores).catch(() => undefined); // a disk that is full has none
  }, sumUpAfter);
}

async function recallOthers(stores: Stores, borrowerId: number): Promise<Recalled | undefined> {
  const theirs = await readable(stores, await stores.db.loansOf(borrowerId));
  return theirs.length > 0
    ? { reply: theirs.map(({ loan }) => listRowOf(loan)), asOf: await asOfFeed(stores) }
    : undefined;
}

async function recallToday(stores: Stores, input: Input<typeof today.list>): Promise<Recalled | undefined> {
  const kept = await recallReply(stores, todayKey);
  const reply = kept && todayPage(kept.reply as TodayRow[], input, new Date());
  return reply && { reply, asOf: kept.asOf };
}

async function recallTasks(stores: Stores, endpoint: Endpoint, input: object): Promise<Recalled | undefined> {
  const kept = await recallReply(stores, tasksKey);
  if (!kept) return undefined;
  const tasks = kept.reply as KeptTask[];
  const reply =
    endpoint === usersTask.today
      ? tasksToday(tasks, new Date())
      : endpoint === usersTask.list
        ? taskPage(tasks, input, new Date())
        : loansOfTask(tasks, input as Input<typeof usersTask.loans>);
  return reply && { reply, asOf: kept.asOf };
}

async function recallLoan(stores: Stores, id: number): Promise<Recalled | undefined> {
  const entry = await stores.db.loan(id);
  const of = entry && (await opened(entry, stores.vault));
  if (!of) return undefined;
  const fedAt = Math.max(await asOfFeed(stores), entry.at);
  return { reply: of.loan, asOf: Math.min(fedAt, of.detailAt ?? fedAt) };
}

/** Facts about one loan: of the feed, unless a newer answer is cached; limits of contact always of today's work, for this moment. */
async function recallFact(stores: Stores, endpoint: Endpoint, input: object): Promise<Recalled | undefined> {
  const loanId = askedLoan(input);
  const [entry, work] = await Promise.all([stores.db.loan(loanId), recallReply(stores, todayKey)]);
  const row = (work?.reply as TodayRow[] | undefined)?.find(({ id }) => id === loanId);
  const limits = row && limitsOf(endpoint, row, new Date());
  if (limits) return { reply: limits, asOf: work?.asOf ?? 0, isOfNow: true };
  const of = entry && (await opened(entry, stores.vault));
  const reply = of && factOf(endpoint, of.fed, input);
  const kept = await recallReply(stores, keyOf(endpoint, input));
  if (reply === undefined || (kept && kept.asOf > (entry?.at ?? 0) && endpoint !== loans.contacts))
    return kept;
  return { reply, asOf: entry?.at ?? 0 };
}

/** Caches Today: facts, sorted when shown. */
export async function shelveToday({ db, vault }: Stores, rows: readonly TodayRow[]): Promise<void> {
  const sealed = await vault.seal(todayKey, rows);
  await db.putReply({ key: todayKey, at: Date.now(), sealed }, sealed.ct.byteLength);
}

/** Caches today's tasks. */
export async function shelveTasks({ db, vault }: Stores, tasks: readonly KeptTask[]): Promise<void> {
  const sealed = await vault.seal(tasksKey, tasks);
  await db.putReply({ key: tasksKey, at: Date.now(), sealed }, sealed.ct.byteLength);
}

/** Caches loans of the feed. */
export async function shelve({ db, vault }: Stores, rows: readonly FedLoan[], now: number): Promise<void> {
  const entries = rows.map(async (fed): Promise<LoanEntry> => {
    const row = await vault.seal(aboutLoan(fed.id), fed);
    const due = fed.ptpDate === null ? undefined : Date.parse(fed.ptpDate);
    return { id: fed.id, borrowerId: fed.borrowerId, at: now, use: now, bytes: row.ct.byteLength, due, row };
  });
  await db.putLoans(await Promise.all(entries));
}

export const lock = (): void => shelf?.vault.lock();

/** Deletes key, envelopes and cached copies of every user. */
export async function wipe(): Promise<void> {
  const old = shelf;
  shelf = undefined;
  stopWatch();
  old?.vault.lock();
  dropKey();
  keepVaultMark(false);
  // The key first: remaining ciphertext is then useless.
  await deleteKeys();
  await new Promise<void>((resolve) => {
    const gone = indexedDB.deleteDatabase(keyDatabase);
    gone.onsuccess = gone.onerror = gone.onblocked = () => resolve();
  });
  await old?.db.delete();
  if (!(await deleteCaches())) await deleteCaches();
}
