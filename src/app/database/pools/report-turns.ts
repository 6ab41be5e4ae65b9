/**
 * Report queue (decision 378): few run concurrently, so that writes find a free core. Served round-robin, first by
 * agency and then by user, so that a heavy user delays only themselves.
 */
import { availableParallelism } from 'node:os';
import { Failure } from '#kernel/contract/failure.ts';
import type { Lent } from '#kernel/server/database/database.ts';

/** Per process. The other half of the cores is for users, because the database often shares the machine. */
export const reportsAtOnce = Math.max(1, Math.floor(availableParallelism() / 2));
/** A longer report releases its slot: the next starts in parallel. */
const LONG_MS = 5000;
/** Queue limit per user, a few screens: queued reports are computed even after their requests timed out. */
const MOST_EACH = 100;

/** Reports of one database. */
interface Desk {
  /** Connections that it has for them. */
  most: number;
  running: number;
  waiting: number;
  /** Sequence number of the last service; 0: not recently. */
  served: number;
  people: Map<number, number>;
}
interface Waiting {
  desk: Desk;
  who: number;
  start: () => void;
}

/** Limits concurrency to `most`, excluding reports longer than `longMs`. */
export function openTurns(most = reportsAtOnce, longMs = LONG_MS) {
  /** In order of arrival. */
  const queue = new Set<Waiting>();
  let counted = 0;
  let turn = 0;

  /** Least recently served agency, and its least recently served user. */
  function nextOf(): Waiting | undefined {
    let first: Waiting | undefined;
    for (const one of queue)
      if (one.desk.running < one.desk.most && (!first || isBefore(one, first))) first = one;
    return first;
  }
  function goOn(): void {
    while (counted < most) {
      const next = nextOf();
      if (!next) return;
      const { desk, who, start } = next;
      queue.delete(next);
      desk.waiting -= 1;
      desk.running += 1;
      desk.served = turn += 1;
      desk.people.set(who, turn);
      counted += 1;
      start();
    }
  }
  /** Release function of a started report. */
  function leaverOf(desk: Desk): () => void {
    let isCounted = true;
    const discount = (): void => {
      if (!isCounted) return;
      isCounted = false;
      counted -= 1;
    };
    const timer = setTimeout(() => {
      discount();
      goOn();
    }, longMs).unref();
    return () => {
      clearTimeout(timer);
      discount();
      desk.running -= 1;
      if (desk.running + desk.waiting === 0) desk.people.clear();
      goOn();
    };
  }

  /** The desk of a database with so many connections for reports. */
  return function openDesk(connections: number) {
    const desk: Desk = { most: connections, running: 0, waiting: 0, served: 0, people: new Map() };
    const waitingOf = (who: number): number =>
      [...queue].filter((one) => one.desk === desk && one.who === who).length;
    /** Throws `BUSY` where this person has too many waiting. */
    const take = async (who: number): Promise<() => void> => {
      if (waitingOf(who) >= MOST_EACH) throw new Failure('BUSY');
      return new Promise((resolve) => {
        queue.add({ desk, who, start: () => resolve(leaverOf(desk)) });
        desk.waiting += 1;
        goOn();
      });
    };
    return {
      waiting: () => desk.waiting,
      mustWait: () => counted >= most || desk.running >= desk.most,
      /** Acquires a connection in this user's slot; the slot is released with it. */
      async lend(who: number, connect: () => Promise<Lent>): Promise<Lent> {
        const leave = await take(who);
        try {
          const { tx, release } = await connect();
          return {
            tx,
            release(broken) {
              release(broken);
              leave();
            },
          };
        } catch (error) {
          leave();
          throw error;
        }
      },
    };
  };
}

function isBefore(one: Waiting, other: Waiting): boolean {
  const servedOf = ({ desk, who }: Waiting): number => desk.people.get(who) ?? 0;
  return one.desk.served === other.desk.served
    ? servedOf(one) < servedOf(other)
    : one.desk.served < other.desk.served;
}
