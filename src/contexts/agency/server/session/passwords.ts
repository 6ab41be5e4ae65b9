/**
 * argon2id as security.md C.11 has it. Hashing has a short queue of its own and holds no connection: a floor of agents
 * that signs in at nine must not slow down those who work already.
 */
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import type { RoleType } from '#kernel/contract/access.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { checkPassword } from './rules.ts';

const argon2id = 2; // the library's enum cannot be read from type-stripped code
const settings = { algorithm: argon2id, memoryCost: 46 * 1024, timeCost: 1, parallelism: 1 };
/** Half of the processor at most, and 184 MiB of memory. */
const atOnce = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));
const longestQueue = 100;
let running = 0;
const waiting: (() => void)[] = [];

/** Waits for a turn to hash; `BUSY` when a hundred others wait already. Turns are not nested. */
export async function queueHashing<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= longestQueue) throw new Failure('BUSY');
    await new Promise<void>((go) => waiting.push(go));
  }
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

export const hashPassword = (password: string): Promise<string> =>
  queueHashing(() => hash(password, settings));

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
  password: string,
  person: { email: string; roleType: RoleType },
): Promise<string> {
  const words = await commonWords();
  checkPassword(password, person, (word) => words.has(word));
  return hashPassword(password);
}
