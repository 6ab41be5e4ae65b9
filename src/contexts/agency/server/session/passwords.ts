/**
 * argon2id with recommended parameters. Hashing has a separate short queue and uses no connection: a burst of sign-ins
 * at nine must not slow down active users.
 */
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import type { RoleType } from '#kernel/contract/access.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { checkPassword } from './rules.ts';

const argon2id = 2; // the library's enum cannot be read from type-stripped code
const settings = { algorithm: argon2id, memoryCost: 46 * 1024, timeCost: 1, parallelism: 1 };
/** Half of the processor at most, and 184 MiB of memory. */
const atOnce = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));
const longestQueue = 100;
/** Database of an agency, with a separate share of the queue. */
type House = Pick<Tx, 'home'>;
let running = 0;
/** The next agency first. */
const waiting = new Map<object, (() => void)[]>();

/** Runs the next agency's queued hash and moves that agency to the end of the queue; false when the queue is empty. */
function passTurn(): boolean {
  const [next] = waiting;
  if (!next) return false;
  const [home, own] = next;
  const go = own.shift();
  waiting.delete(home);
  if (own.length > 0) waiting.set(home, own);
  go?.();
  return true;
}

/** Queues for a hash slot; `BUSY` when a hundred others of this agency are queued. Not reentrant. */
export async function queueHashing<T>({ home }: House, work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    const own = waiting.get(home) ?? [];
    if (own.length >= longestQueue) throw new Failure('BUSY');
    waiting.set(home, own);
    await new Promise<void>((go) => own.push(go));
  } else running += 1;
  try {
    return await work();
  } finally {
    if (!passTurn()) running -= 1;
  }
}

export const hashPassword = (house: House, password: string): Promise<string> =>
  queueHashing(house, () => hash(password, settings));

// An unknown account costs the same time as a wrong password.
let dummy: Promise<string> | undefined;

/** Called within a slot. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const against = stored ?? (await (dummy ??= hash('nobody has this password', settings)));
  const isRight = await verify(against, password);
  return isRight && stored !== null;
}

let common: Promise<ReadonlySet<string>> | undefined;

/** Public lists of leaked passwords, lower-cased; loaded when a password is first set. */
async function commonWords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map((word) => String(word).toLowerCase())),
  );
  return common;
}

/** Refuses what a guesser tries first; answers the hash of anything better. */
export async function hashChosen(
  house: House,
  password: string,
  person: { email: string; roleType: RoleType },
): Promise<string> {
  const words = await commonWords();
  checkPassword(password, person, (word) => words.has(word));
  return hashPassword(house, password);
}
