/**
 * Device cache of server responses, used only when the server is unreachable. Small: encryption is loaded once there is
 * data to store.
 */
import type { RoleType } from '#kernel/contract/access.ts';
import type { Endpoint } from '#kernel/contract/endpoint.ts';
import { hasVault, keepVaultMark } from '#kernel/client/app/preferences.ts';
import { keyDatabaseName } from '#kernel/offline/outbox/name.ts';
import type { Safe } from '#kernel/offline/vault/safe.ts';
import type { Owner } from './owner/owner.ts';

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
/**
 * Personal data, only for field users, only of their loans, and only under a PIN. By name, so that the start need not
 * load their contracts.
 */
export const fieldwork: ReadonlySet<string> = new Set([
  'borrower-dispositions.list',
  'dashboard.topDispositions',
  'loan-holds.list',
  'loan-stats.payments',
  'loans.list',
  'loans.one',
  'loans.ofBorrower',
  'loans.borrower',
  'loans.participants',
  'loans.contacts',
  'loans.timeline',
  'dialer.allowance',
  'visits.allowance',
  'loans.groups',
  'loans.history',
  'payments.months',
  'payments.days',
  'today.list',
  'users-task.list',
  'users-task.loans',
  'users-task.today',
]);
const fieldRoles: readonly RoleType[] = ['agent'];

let owner: Owner | undefined;
export const cacheOwner = (): Owner | undefined => owner;
export const isFieldworker = (): boolean => fieldRoles.some((role) => role === owner?.roleType);
const isPersonal = (endpoint: Endpoint): boolean => fieldwork.has(endpoint.name);

const load = () => import('./shelves/shelf.ts');
/** What needs no lock is loaded without it. */
const choices = () => import('./choices.ts');

/** Opens this person's cache; another's is never looked at. */
export async function openCache(next: Owner): Promise<void> {
  owner = next;
  found = findVault(next.id);
  if (await found) await (await load()).openShelf(next);
}

/** Whether this user caches loans here; a promise, because a missing marker is not conclusive. */
let found: Promise<boolean> = Promise.resolve(false);
/** The browser persists the marker late: a killed page may have lost it, but not the keys. */
async function findVault(userId: number): Promise<boolean> {
  if (hasVault()) return true;
  try {
    const all = (await indexedDB.databases?.()) ?? [];
    if (!all.some(({ name }) => name === keyDatabaseName)) return false;
    const { readKeys } = await import('#kernel/offline/vault/key-store.ts');
    if (!(await readKeys(userId))) return false;
    keepVaultMark(true);
    return true;
  } catch {
    // A browser that forbids storage has no lock.
    return false;
  }
}

/** Preloads the files during the start, before the user is identified. */
export const warmCache = (): void => {
  if (hasVault()) void load();
};

/** Encryption of this user's data. */
export async function safeOf(actorId: number): Promise<Safe | undefined> {
  if (owner?.id !== actorId || !(hasVault() || (await found))) return undefined;
  const { vault } = await (await load()).openShelf(owner);
  return vault.isSet() ? vault : undefined;
}

/** Prompts for the PIN, unless it is open. */
export async function needKeyOf(actorId: number): Promise<boolean> {
  if (!(await safeOf(actorId))) return false;
  return (await import('../vault/lock-watch.ts')).needKey();
}

const isLocked = (endpoint: Endpoint): boolean => isPersonal(endpoint) && isFieldworker();

/** For `keepReadsIn` of the client kernel. */
export const readThrough = {
  /** Stores a response of the server. */
  async remember(endpoint: Endpoint, input: object, reply: unknown): Promise<void> {
    if (!owner) return;
    if (isChoice(endpoint)) await (await choices()).keepChoice(owner, endpoint, input, reply);
    else if (isLocked(endpoint) && hasVault()) await (await load()).remember(owner, endpoint, input, reply);
  },
  /** The server's response, or its cached reconstruction, with its time. */
  async recall(
    endpoint: Endpoint,
    input: object,
    signal?: AbortSignal,
  ): Promise<{ reply: unknown; asOf: number; isOfNow?: true } | undefined> {
    if (owner && isChoice(endpoint)) return (await choices()).keptChoice(owner, endpoint, input);
    if (!isLocked(endpoint)) return undefined;
    if (owner && (hasVault() || (await found))) return (await load()).recall(owner, endpoint, input, signal);
    (await import('./loss/nothing-kept.ts')).sayNothingKept();
    return undefined;
  },
};

/** The server can be reached: what changed of this person's loans, and the choices of their forms. */
export async function refreshCache(
  waiting: () => Promise<ReadonlySet<number>>,
  isUrgent = false,
): Promise<void> {
  if (owner && isFieldworker()) await (await import('./feed.ts')).refresh(owner, waiting, isUrgent);
}

/** Evicts reloadable data from the disk. */
export async function makeRoom(): Promise<void> {
  if (owner) await (await choices()).dropChoices(owner);
}

/** Session expired: locked until its user returns. */
export async function lockCache(): Promise<void> {
  if (hasVault()) (await load()).lock();
  else await wipeCache();
}

/** Deletes personal data at sign-out. The outbox is unchanged. */
export async function wipeCache(): Promise<void> {
  owner = undefined;
  await (await load()).wipe();
}
