/**
 * The guess of the actor, all of it (decisions 011 and 086): a request begins with who its token was last time, while the
 * session is being asked, its statements queued behind. Where the session says anything else, what was done with the
 * guess is thrown away. It saves a round trip of two for each read and each entry of an outbox: with it the kernel
 * carries 0.63 of what bare Fastify and pg do, without it 0.52; the promise is 0.6. That a session was not touched for a
 * minute changes nothing of who somebody is.
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

/** Asks who this is, and answers at once who it was last time. */
function ask({ authenticator, tx, token }: Asking & { token: string }) {
  const key = hashOf(token).toString('latin1');
  const asked = authenticator.actorOf(tx, token).then((actor) => remember(tx, key, actor));
  return { asked, guess: latestOf(tx).get(key) };
}

interface Carried {
  actor: ServerActor | null;
}
/** A read can be thrown away. */
export async function readEarly<T extends Carried>(
  o: Asking,
  carry: (actor: ServerActor | null) => Promise<T>,
): Promise<T> {
  const { token } = o;
  if (!token) return carry(null);
  const { asked, guess } = ask({ ...o, token });
  const early = guess && carry(guess);
  early?.catch(() => undefined); // judged below, or thrown away
  const actor = await asked;
  return early && isSame(actor, guess) ? { ...(await early), actor } : carry(actor);
}

/**
 * An entry of an outbox starts with the guess as a read does; nothing of it is kept before `confirm` heard the session.
 * Other writes wait for the session: what they do beside the database cannot be taken back.
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
  // They travel with the entry's own statements and fail with them; then the session is asked once more.
  for (const one of [begun, asked]) one.catch(() => undefined);
  try {
    const done = await carry(guess, confirm);
    return { ...done, actor: await asked };
  } catch (error) {
    await tx.run(rollback);
    const actor = await authenticator.actorOf(tx, token ?? '');
    // Who was somebody else for a moment is themselves again: their entry was not refused, it is carried out.
    if (isSame(actor, guess) && !(error instanceof Changed)) throw error;
    await tx.run(begin);
    return carry(actor);
  }
}
