/**
 * Optimistic authentication (decisions 011 and 086): a request starts with the actor cached for its token while the
 * session is queried, its statements pipelined after it. If the session differs, the result is discarded. Saves one
 * of two round trips per read and per outbox entry: the kernel then reaches 0.63 of bare Fastify with pg, without it
 * 0.52; the goal is 0.6. A session idle for a minute does not change its actor.
 */
import { type Tx, begin, rollback } from '#kernel/server/database/database.ts';
import { keptOf } from '#kernel/server/database/kept.ts';
import { type Recognition, type ServerActor, hashOf } from '#kernel/server/http/actor.ts';

/** Who each token was last time, by its hash. */
const latestOf = keptOf(() => new Map<string, ServerActor>());
const mostKept = 5000;

function remember(tx: Tx, token: string, actor: ServerActor | null): ServerActor | null {
  const latest = latestOf(tx);
  if (!actor) latest.delete(token);
  else if (latest.get(token) !== actor) {
    if (latest.size >= mostKept) latest.clear();
    latest.set(token, actor);
  }
  return actor;
}

/** Another object, as soon as anything about them changed; flags are one set for all who have the same. */
const isSame = (actor: ServerActor | null, guess: ServerActor | undefined): boolean =>
  actor === guess ||
  (actor !== null &&
    guess !== undefined &&
    (Object.keys(actor) as (keyof ServerActor)[]).every(
      (key) => key === 'isQuiet' || actor[key] === guess[key],
    ));

/** The actor was not who they were last time. */
class Changed extends Error {}

interface Asking {
  authenticator: Recognition;
  tx: Tx;
  /** Undefined for strangers. */
  token: string | undefined;
}

/** Queries the session, and returns the cached actor immediately. */
function ask({ authenticator, tx, token }: Asking & { token: string }) {
  const key = hashOf(token).toString('latin1');
  const asked = authenticator.actorOf(tx, token).then((actor) => remember(tx, key, actor));
  return { asked, guess: latestOf(tx).get(key) };
}

interface Carried {
  actor: ServerActor | null;
}
/** Runs a discardable read. */
export async function readEarly<T extends Carried>(
  o: Asking,
  carry: (actor: ServerActor | null) => Promise<T>,
): Promise<T> {
  const { token } = o;
  if (!token) return carry(null);
  const { asked, guess } = ask({ ...o, token });
  const early = guess && carry(guess);
  early?.catch(() => undefined); // judged below, or discarded
  const actor = await asked;
  return early && isSame(actor, guess) ? { ...(await early), actor } : carry(actor);
}

/**
 * An outbox entry starts optimistically like a read; nothing of it commits before `confirm` verified the session.
 * Other writes are delayed until the session is verified: their effects outside the database are irreversible.
 */
export async function writeEarly<T extends Carried>(
  o: Asking & { isEntry: boolean },
  carry: (actor: ServerActor | null, confirm?: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const { authenticator, tx, token, isEntry } = o;
  const begun = tx.run(begin);
  const { asked, guess } = token ? ask({ ...o, token }) : { asked: Promise.resolve(null), guess: undefined };
  if (!guess || !isEntry) {
    const [actor] = await Promise.all([asked, begun]);
    return carry(actor);
  }
  const confirm = async (): Promise<void> => {
    if (!isSame(await asked, guess)) throw new Changed('the session is another one by now');
  };
  // They are pipelined with the entry's statements and fail with them; then the session is queried again.
  for (const one of [begun, asked]) one.catch(() => undefined);
  try {
    const done = await carry(guess, confirm);
    return { ...done, actor: await asked };
  } catch (error) {
    await tx.run(rollback);
    const actor = await authenticator.actorOf(tx, token ?? '');
    // The actor changed and changed again: the entry was not rejected, so it is applied.
    if (isSame(actor, guess) && !(error instanceof Changed)) throw error;
    await tx.run(begin);
    return carry(actor);
  }
}
