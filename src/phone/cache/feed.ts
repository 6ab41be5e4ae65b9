/** What changed of this person's loans, and the choices of their forms, while the server can be reached. */
import { breaks } from '#contexts/agency/contract/breaks.ts';
import { centers } from '#contexts/agency/contract/centers.ts';
import { dispositions } from '#contexts/lenders/contract/dispositions.ts';
import { may } from '#kernel/contract/access.ts';
import type { Endpoint, Input, WireRow } from '#kernel/contract/endpoint.ts';
import { loans } from '#contexts/loans/contract/loans.ts';
import { optionValues } from '#contexts/lenders/contract/option-values.ts';
import { session } from '#kernel/contract/session.ts';
import { sync } from '#contexts/sync/contract/sync.ts';
import { today } from '#contexts/work/contract/today.ts';
import { call } from '#kernel/client/calls/api.ts';
import { ApiFailure, Unreachable } from '#kernel/client/calls/api-failure.ts';
import { type Held, keyOf, markStale, queryClient } from '#kernel/client/calls/queries/query.ts';
import { takeFreshSignIn } from '#kernel/client/session/fresh-sign-in.ts';
import type { CacheDb } from './cache-db.ts';
import type { Owner } from './owner/owner.ts';
import { keepChoice } from './choices.ts';
import { type Stores, openShelf, shelve, shelveTasks, shelveToday, sumUpSoon } from './shelves/shelf.ts';
import type { Vault } from '../vault/vault.ts';

/** Masters are fresh for eight hours; loans are refreshed after half a minute at the earliest. */
const freshMasters = 8 * 3_600_000;
const freshLoans = 30_000;
const freshToday = 3_600_000;
const mostToday = 500;
const mostClients = 20;

/** Where the last feed ended. */
const cursorName = 'cursor';
const todayName = 'todayAt';
const mastersName = 'mastersAt';

type Changes = WireRow<typeof sync.changes>;

async function apply(stores: Stores, changes: Changes, start: number): Promise<void> {
  const { db } = stores;
  // Revoked loans are deleted before anything else is shown.
  await db.deleteLoans(changes.gone);
  await shelve(stores, changes.loans, start);
  if (changes.tasks) await shelveTasks(stores, changes.tasks);
  if (changes.isWhole && !changes.hasMore) await db.keepLoansSince(start);
  await db.putMeta(cursorName, changes.cursor);
  if (changes.gone.length > 0) markStale([loans.list.domain]);
}

/** Loans with unsent entries. */
export type LoansWaiting = () => Promise<ReadonlySet<number>>;

/** Today's work, when a loan of it changed or it is from an hour ago. */
async function feedToday(stores: Stores, now: number, hasChanged: boolean): Promise<void> {
  const at = (await stores.db.meta<number>(todayName)) ?? 0;
  if (!hasChanged && now - at < freshToday) return;
  const { rows } = await call(today.list, { size: mostToday });
  if (!stores.vault.isSet()) return;
  await shelveToday(stores, rows);
  await stores.db.putMeta(todayName, now);
}

async function feed(stores: Stores, waiting: LoansWaiting): Promise<Set<number>> {
  const { db, vault } = stores;
  const start = Date.now();
  const clients = new Set<number>();
  let hasMore = true;
  while (hasMore) {
    const since = await db.meta<string>(cursorName);
    const changes = await call(sync.changes, since === undefined ? {} : { since });
    // Signed out or wiped meanwhile: nothing is written any more.
    if (!vault.isSet()) return clients;
    await apply(stores, changes, start);
    for (const { clientId } of changes.loans) clients.add(clientId);
    ({ hasMore } = changes);
  }
  await feedToday(stores, start, clients.size > 0);
  await db.putMeta('fedAt', start);
  await db.trimLoans(await waiting(), start);
  sumUpSoon(stores);
  await vault.heard();
  return clients;
}

const mayAsk = (endpoint: Endpoint): boolean => {
  const access = queryClient.getQueryData<Held<typeof session.access>>(keyOf(session.access, {}))?.reply;
  return access !== undefined && may({ ...access.user, flags: new Set(access.permissions) }, endpoint.can);
};

async function loadMasters(owner: Owner, db: CacheDb, clients: Iterable<number>): Promise<void> {
  const load = async <E extends Endpoint>(endpoint: E, input: Input<E>): Promise<void> => {
    if (mayAsk(endpoint)) await keepChoice(owner, endpoint, input as object, await call(endpoint, input));
  };
  await load(dispositions.options, {});
  for (const clientId of [...clients].slice(0, mostClients)) await load(dispositions.options, { clientId });
  for (const set of ['tag', 'paymentMode'] as const) await load(optionValues.dropdown, { set });
  await load(breaks.dropdown, {});
  await load(centers.dropdown, {});
  await db.putMeta(mastersName, Date.now());
}

/** Unlocks the vault with the server-stored key after a password sign-in, so no PIN is needed. */
async function openAfterSignIn(vault: Vault): Promise<void> {
  const deviceId = vault.deviceId();
  if (vault.isOpen() || deviceId === undefined || !takeFreshSignIn()) return;
  try {
    await vault.useEscrow((await call(session.openDeviceKey, { deviceId })).key);
  } catch (error) {
    // Without it the PIN opens as before.
    if (!(error instanceof ApiFailure)) throw error;
  }
}

let lastAt = 0;
let running: Promise<boolean> = Promise.resolve(false);

/** Answers whether this device now has all of it. */
async function refreshNow(owner: Owner, waiting: LoansWaiting): Promise<boolean> {
  const { db, vault } = await openShelf(owner);
  try {
    await openAfterSignIn(vault);
    const clients = vault.isSet() ? await feed({ db, vault }, waiting) : [];
    const mastersAt = (await db.meta<number>(mastersName)) ?? 0;
    if (Date.now() - mastersAt > freshMasters) await loadMasters(owner, db, clients);
    return true;
  } catch (error) {
    // Offline there is nothing to load, and a failure cannot be fixed by the user: the next run retries.
    if (!(error instanceof Unreachable || error instanceof ApiFailure)) throw error;
    lastAt = 0;
    return false;
  }
}

/** One at a time. */
function inTurn(work: () => Promise<boolean>): Promise<boolean> {
  const result = running.then(work);
  running = result.catch(() => false); // reported by the caller
  return result;
}

/** Not more often than is of use; answers whether this device now has all of it. */
export function refresh(owner: Owner, waiting: LoansWaiting, isUrgent = false): Promise<boolean> {
  if (!isUrgent && Date.now() - lastAt < freshLoans) return running;
  lastAt = Date.now();
  return inTurn(() => refreshNow(owner, waiting));
}

/** Reloads the cache under a new key. A running refresh would mark deleted data as fresh. */
export function reload(owner: Owner, waiting: LoansWaiting): Promise<boolean> {
  lastAt = Date.now();
  return inTurn(async () => {
    await (await openShelf(owner)).db.delete();
    return refreshNow(owner, waiting);
  });
}
