/**
 * argon2id as security.md C.11 has it. Hashing has a short queue of its own and holds no connection: a floor of agents
 * that signs in at nine must not slow down those who work already.
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
/** A database of people, whose agency waits for itself and not for a rush at another. */
type House = Pick<Tx, 'home'>;
let running = 0;
/** The agency whose turn is next first. */
const waiting = new Map<object, (() => void)[]>();

/** The turn goes to the next agency that waits, which then stands behind all others; false when nobody does. */
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

/** Waits for a turn to hash; `BUSY` when a hundred others of this agency wait already. Turns are not nested. */
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

/** Asked within a turn. */
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
