/** Verifies a password or code within rate limits, recording failures. */
import { Failure } from '#kernel/contract/failure.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { eventLog } from '#kernel/server/live/event.ts';
import type { Sender } from '#kernel/contract/events/sender.ts';
import { type Limit, countFailure, countFailureIn, refuseIfWaiting } from '#kernel/server/http/throttle.ts';
import type { Safe } from '#kernel/server/operation/safe.ts';
import { lockFactor, useCode } from '../second-factor/store.ts';
import { queueHashing, isPassword } from './passwords.ts';
import { type SignedInPerson, personById } from './store.ts';

interface Guess {
  person: SignedInPerson | undefined;
  password: string;
  limits: readonly Limit[];
  request: Sender;
  /** Number of a device that this person signed in on before. */
  device?: string | undefined;
}

/**
 * Returns the user of a password, or records the failure and rejects. Limits are rechecked in the queue slot: concurrent
 * guesses see the failures of earlier ones.
 */
export async function verifyPassword(
  database: Database,
  { person, password, limits, request, device }: Guess,
): Promise<SignedInPerson> {
  await refuseIfWaiting(database, limits);
  return queueHashing(database, async () => {
    await refuseIfWaiting(database, limits);
    const isRight = await isPassword(person?.isActive ? person.passwordHash : null, password);
    if (person && isRight) return person;
    await countFailure(database, limits);
    const events = eventLog(person?.id ?? null, request);
    events.emit('session.refused', {
      facts: { reason: person ? 'password' : 'unknown', ...(device && { deviceNo: device }) },
      to: [],
    });
    await database.transaction((tx) => events.flush(tx, []));
    throw new Failure('WRONG_PASSWORD');
  });
}

interface CodeGuess {
  userId: number;
  code: string;
  now: Date;
  limits: readonly Limit[];
  request: Sender;
  /** Of an app that is being set up. */
  isFirst?: boolean;
}

/**
 * Consumes a two-factor code, or records the failure and rejects. In a separate transaction, so that both outlive the
 * request; guesses of one user's code are serialised.
 */
export async function verifyCode(
  { database, safe }: { database: Database; safe: Safe },
  { limits, request, ...guess }: CodeGuess,
): Promise<void> {
  const { userId } = guess;
  // Limits the number of guesses queued for the row with a connection.
  await refuseIfWaiting(database, limits);
  const isRight = await database.transaction(async (tx) => {
    await lockFactor(tx, userId);
    await refuseIfWaiting(tx, limits);
    const used = await useCode(tx, safe, guess);
    const events = eventLog(userId, request);
    if (used === undefined) {
      await countFailureIn(tx, limits);
      events.emit('session.refused', { facts: { reason: 'code' }, to: [] });
    } else if (used === 'recovery')
      events.emit('second-factor.recovery-used', { id: userId, facts: {}, to: [] });
    await events.flush(tx, []);
    return used !== undefined;
  });
  if (!isRight) throw new Failure('WRONG_CODE');
}

/** Current state of the user, whose password was verified before this transaction. */
export async function stillThere(tx: Tx, before: SignedInPerson): Promise<SignedInPerson> {
  const now = await personById(tx, before.id);
  if (!now?.isActive || now.passwordHash !== before.passwordHash) throw new Failure('CHANGED_MEANWHILE');
  return now;
}
