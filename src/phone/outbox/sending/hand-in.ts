/**
 * Offboarding upload: a user's account may be closed while their entries are queued here. A token minted during work
 * lets this device upload their encrypted entries; their team leader reviews them. They cannot be read on this device.
 */
import type { Input, WireRow } from '#kernel/contract/endpoint.ts';
import { mostBytes, mostItems } from '#kernel/contract/outbox/sync-rows.ts';
import type { sync } from '#contexts/sync/contract/sync.ts';
import { wireOf } from './fetch-net.ts';
import type { DeviceStore, Keys } from '#kernel/offline/outbox/idb-store.ts';
import type { OutboxItem } from '#kernel/offline/outbox/item.ts';
import { fitting } from '#kernel/offline/outbox/rules/rules.ts';
import type { Keeper } from '#kernel/offline/vault/keeper.ts';
import { leave } from '#kernel/offline/outbox/rules/transitions.ts';

interface Token {
  token: string;
  expiresAt: string;
}
const nameOf = (actorId: number): string => `deliver:${actorId}`;
/** Half of a token's lifetime. */
const young = 15 * 24 * 3_600_000;

const tokenOf = (keys: Keys, actorId: number): Promise<Token | undefined> =>
  keys.get(nameOf(actorId)) as Promise<Token | undefined>;

/** Ensures a token with sufficient lifetime. */
export async function keepToken(keys: Keys, actorId: number, mint: () => Promise<Token>): Promise<void> {
  const known = await tokenOf(keys, actorId);
  if (known && Date.parse(known.expiresAt) - Date.now() > young) return;
  await keys.put(nameOf(actorId), await mint());
}

export const dropToken = (keys: Keys, actorId: number): Promise<void> => keys.remove(nameOf(actorId));

type Ask = (input: Input<typeof sync.handIn>) => Promise<WireRow<typeof sync.handIn> | 'refused'>;
interface Options {
  store: DeviceStore;
  keeper: Keeper;
  ask: Ask;
}

async function handInOf({ store, keeper, ask }: Options, items: readonly OutboxItem[]): Promise<number> {
  const [first] = items;
  const known = first && (await tokenOf(store.keys, first.actorId));
  if (!first || !known) return 0;
  const wired = await Promise.all(items.map((item) => wireOf(item, keeper)));
  const { deviceId, actorId } = first;
  const sent = wired.filter((item) => item !== undefined);
  const said = await ask({ deviceId, token: known.token, items: sent });
  // Expired, or replaced by a later one: useless.
  if (said === 'refused') await dropToken(store.keys, actorId);
  if (said === 'refused' || !said.isDisabled) return 0;
  const accepted = said.answers.filter(({ status }) => status === 200);
  await store.change(async (tx) => {
    for (const { key, isReplay, verdict, notices, row } of accepted) {
      const item = await tx.item(key);
      const found = { serverId: row?.id, isReplay, said: verdict, notices };
      if (item) await leave(tx, item, { verdict: 'acked', at: Date.now(), ...found });
    }
  });
  return accepted.length;
}

/** Uploads encrypted entries of all users except the signed-in one; returns their number. */
export async function handIn(options: Options, signedIn: number | undefined): Promise<number> {
  const items = (await options.store.read((tx) => tx.all())).filter(
    (item) => item.actorId !== signedIn && item.sealed !== undefined,
  );
  let left = 0;
  for (const author of new Set(items.map(({ actorId }) => actorId)))
    left += await handInAll(
      options,
      items.filter(({ actorId }) => actorId === author),
    );
  return left;
}

/** As much at a time as one request carries: photos are too large to go together. */
async function handInAll(options: Options, theirs: readonly OutboxItem[]): Promise<number> {
  let left = 0;
  for (let rest = theirs; rest.length > 0;) {
    const batch = fitting(rest, { items: mostItems, bytes: mostBytes / 2 });
    const accepted = await handInOf(options, batch);
    left += accepted;
    // Rejected for now, or partly: the remainder is sent next time.
    if (accepted < batch.length) break;
    rest = rest.slice(batch.length);
  }
  return left;
}
