/** Choices and masters this device remembers. Nothing in them is about a borrower, so they need no lock. */
import type { Endpoint } from '#kernel/contract/endpoint.ts';
import { budget } from '#kernel/offline/outbox/rules/budget.ts';
import { CacheDb, deleteCaches } from './cache-db.ts';
import type { Owner } from './owner/owner.ts';

let opened: { ownerId: number; db: CacheDb } | undefined;

/** A device has one owner at a time: caches of others are deleted. */
async function dbOf({ id }: Owner): Promise<CacheDb> {
  if (opened?.ownerId === id) return opened.db;
  opened = { ownerId: id, db: new CacheDb(id) };
  const { db } = opened;
  await deleteCaches(id).catch(() => undefined); // a browser that forbids storage has none
  return db;
}

/** The cache key of an input, independent of the order of its fields and of undefined ones. */
export function keyOf(endpoint: Endpoint, input: object): string {
  const parts = Object.entries(input).filter(([, value]) => value !== undefined && value !== null);
  parts.sort(([a], [b]) => (a < b ? -1 : 1));
  return `${endpoint.name} ${JSON.stringify(parts)}`;
}

export async function keepChoice(
  owner: Owner,
  endpoint: Endpoint,
  input: object,
  reply: unknown,
): Promise<void> {
  const bytes = JSON.stringify(reply).length;
  if (bytes > budget.replyBytes / 2) return;
  try {
    const db = await dbOf(owner);
    await db.putReply({ key: keyOf(endpoint, input), at: Date.now(), reply }, bytes);
  } catch (error) {
    // Deleted meanwhile, for a new PIN or a new owner: what is there now is not this answer's to delete.
    if (error instanceof DOMException && (error.name === 'InvalidStateError' || error.name === 'AbortError'))
      return;
    // Full or blocked disk: reads continue without a cache.
    await dropChoices(owner);
  }
}

export async function keptChoice(
  owner: Owner,
  endpoint: Endpoint,
  input: object,
): Promise<{ reply: unknown; asOf: number } | undefined> {
  const kept = await (await dbOf(owner)).reply(keyOf(endpoint, input), Date.now());
  return kept && { reply: kept.reply, asOf: kept.at };
}

/** Evicts reloadable data from the disk; the encryption key remains. */
export async function dropChoices(owner: Owner): Promise<void> {
  await (await dbOf(owner)).delete().catch(() => undefined); // nothing to evict then
}
