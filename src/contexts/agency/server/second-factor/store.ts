import { randomBytes } from 'node:crypto';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { Safe } from '#kernel/server/operation/safe.ts';
import { base32, stepOfCode } from './totp.ts';

const secretBytes = 20;
export const recoveryCodes = 10;
const recoveryBytes = 10;

interface Factor {
  secret: string;
  lastStep: number;
}
/** A secret of one person opens for no other. */
const about = (userId: number): string => `second factor of user ${userId}`;

const factorOf = (tx: Tx, userId: number, isConfirmed: boolean): Promise<Factor | undefined> =>
  tx.one<Factor>(sql`
    select secret_sealed as secret, last_step as "lastStep" from second_factor
    where user_id = ${userId} and (confirmed_at is not null) = ${isConfirmed}`);

/** Guesses at one moment are judged one after the other. */
export const lockFactor = (tx: Tx, userId: number): Promise<unknown> =>
  tx.one(sql`select from second_factor where user_id = ${userId} for no key update`);

export const isOn = async (tx: Tx, userId: number): Promise<boolean> =>
  (await tx.one(sql`select from second_factor where user_id = ${userId} and confirmed_at is not null`)) !==
  undefined;

export interface State {
  isOn: boolean;
  isRequired: boolean;
  codesLeft: number;
}
export async function stateOf(tx: Tx, userId: number): Promise<State> {
  const state = await tx.one<State>(sql`
    select f.confirmed_at is not null as "isOn", r.requires_second_factor as "isRequired",
      (select count(*) from recovery_code c where c.user_id = u.id and c.used_at is null)::int as "codesLeft"
    from users u join roles r on r.id = u.role_id left join second_factor f on f.user_id = u.id where u.id = ${userId}`);
  if (!state) throw new Error('nobody is signed in');
  return state;
}

/** Creates a new secret, replacing an unconfirmed one; undefined when two-factor is active. */
export async function beginFactor(tx: Tx, safe: Safe, userId: number): Promise<string | undefined> {
  const secret = randomBytes(secretBytes);
  const sealed = safe.seal(secret.toString('base64'), about(userId));
  const begun = await tx.run(sql`
    insert into second_factor as f (user_id, secret_sealed) values (${userId}, ${sealed})
    on conflict (user_id) do update set secret_sealed = excluded.secret_sealed, last_step = 0
    where f.confirmed_at is null`);
  return begun > 0 ? base32(secret) : undefined;
}

interface Given {
  userId: number;
  code: string;
  now: Date;
}
const plain = (code: string): string => code.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** Uses up the step of a code of the app; false for a wrong one and for one that was used. */
async function usesStep(
  tx: Tx,
  safe: Safe,
  { userId, code, now }: Given,
  isConfirmed: boolean,
): Promise<boolean> {
  const factor = await factorOf(tx, userId, isConfirmed);
  if (!factor) return false;
  const secret = Buffer.from(safe.open(factor.secret, about(userId)), 'base64');
  const step = stepOfCode(secret, plain(code), { now, after: factor.lastStep });
  if (step === undefined) return false;
  return (
    (await tx.run(
      sql`update second_factor set last_step = ${step} where user_id = ${userId} and last_step < ${step}`,
    )) === 1
  );
}

/**
 * Activates the confirmed second factor and this session; other sessions pending set-up close. False if already active.
 */
export async function turnOn(tx: Tx, userId: number, sessionId: number): Promise<boolean> {
  const turned = await tx.run(
    sql`update second_factor set confirmed_at = now() where user_id = ${userId} and confirmed_at is null`,
  );
  // Another session may belong to a person who has only the password.
  await tx.run(sql`delete from session where user_id = ${userId} and must_set_up and id <> ${sessionId}`);
  await tx.run(sql`update session set must_set_up = false, with_code = true where id = ${sessionId}`);
  return turned === 1;
}

// For 80 random bits a keyed hash is enough: without the key a stolen database cannot be brute-forced.
const hashOfCode = (safe: Safe, userId: number, code: string, number?: number): Buffer =>
  safe.mac(`${userId}\n${plain(code)}`, 'recovery code', number);

/** Replaces the recovery codes by ten new ones; they are not stored elsewhere. */
export async function makeCodes(tx: Tx, safe: Safe, userId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, () =>
    base32(randomBytes(recoveryBytes)).replace(/(.{4})(?=.)/g, '$1-'),
  );
  await tx.run(sql`delete from recovery_code where user_id = ${userId}`);
  await tx.run(sql`
    insert into recovery_code (user_id, code_hash)
    select ${userId}, hash from unnest(${codes.map((code) => hashOfCode(safe, userId, code))}::bytea[]) as c (hash)`);
  return codes;
}

export type UsedCode = 'app' | 'recovery';
/** Consumes an app code, of an unconfirmed secret with `isFirst`, or a recovery code. */
export async function useCode(
  tx: Tx,
  safe: Safe,
  { isFirst = false, ...given }: Given & { isFirst?: boolean },
): Promise<UsedCode | undefined> {
  if (await usesStep(tx, safe, given, !isFirst)) return 'app';
  if (isFirst) return undefined;
  // Codes created under an earlier key remain valid.
  const hashes = safe.numbers().map((number) => hashOfCode(safe, given.userId, given.code, number));
  const used = await tx.run(sql`
    update recovery_code set used_at = ${given.now}
    where user_id = ${given.userId} and code_hash = any(${hashes}::bytea[]) and used_at is null`);
  return used === 1 ? 'recovery' : undefined;
}

/** False where there was none. */
export const removeSecondFactor = async (tx: Tx, userId: number): Promise<boolean> =>
  (await tx.run(sql`delete from second_factor where user_id = ${userId} and confirmed_at is not null`)) === 1;
