/** The dialer of one node. All its state can be rebuilt from the database. */
import { randomUUID } from 'node:crypto';
import type { Clock } from '#kernel/server/operation/clock.ts';
import type { Evaluate } from '#contexts/contact/server/policy/contact.ts';
import type { Database } from '#kernel/server/database/database.ts';
import type { Signal } from '#kernel/server/live/event.ts';
import type { Logger } from '#kernel/server/operation/log.ts';
import { type Loop, openLoop } from '#kernel/server/work/loop.ts';
import type { TelephonyProvider } from '../telephony/port.ts';
import type { DialerPoint, Engine } from './engine-parts.ts';
import { dealCallers } from '../inbound/deal.ts';
import { attend } from './provider-commands.ts';
import { serveWaiting } from './lines/left-waiting.ts';
import { hear } from './provider-events.ts';
import { type Missing, checkAgents, reap, reconcile } from './call-watchdog.ts';
import { watchExchange } from '../exchange-state/watch.ts';
import { watchUnplaced } from '../agent/unplaced-lines.ts';
import { type Heard, lookMs, nothingHeard, watchLines } from './lines/silent-lines.ts';
import { type Paced, dropLeases, learnAll, paceAll, refill, takeLeases } from '../pacing/pacing-loop.ts';
import { beat } from '../agent/sessions.ts';

interface Dialer {
  /** A signal of any node: processes its calls and sessions. */
  heard(message: Signal): void;
  stop(): Promise<void>;
}
interface Options {
  database: Database;
  clock: Clock;
  provider: TelephonyProvider;
  log: Logger;
  evaluate: Evaluate;
  /** Users connected to this node. */
  connected: () => number[];
  failAt?: ((point: DialerPoint) => void) | undefined;
}

/** A moved clock is noticed soon; a real one needs no hurry. */
export const pollFor = (clock: Clock): number => (clock.isMoved ? 25 : 500);

/** Shorter than the lag that restrains dialing. */
const lagEveryMs = 250;

export async function openDialer(o: Options): Promise<Dialer> {
  const engine: Engine = { ...o, node: randomUUID() };
  const { log, provider, database, clock } = engine;
  const poll = pollFor(clock);
  let isOpen = true;
  const loops: Loop[] = [];
  const every = (ms: number, what: string, work: () => Promise<unknown>): (() => void) => {
    const loop = openLoop(ms, work, (error) => log.warn({ err: error }, what), database.rest);
    loops.push(loop);
    return loop.wake;
  };

  let leases: Paced[] = [];
  let missing: Missing = new Set();
  const unplaced = watchUnplaced(engine);
  let heardOf: Heard = nothingHeard;
  await provider.start((event) => (isOpen ? hear(engine, event) : Promise.reject(new Error('stopped'))));
  every(poll, 'dialer: due', () => reap(engine));
  const renew = every(poll * 4, 'dialer: leases', async () => {
    leases = await takeLeases(database, engine.node);
    for (const one of leases) await refill(engine, one);
  });
  const pace = every(poll / 2, 'dialer: pacing', () => paceAll(engine, leases));
  const deal = every(poll, 'dialer: callers', async () => {
    await serveWaiting(engine);
    await dealCallers(engine);
  });
  engine.freed = () => {
    deal();
    pace();
  };
  every(poll * 2, 'dialer: lessons', () => learnAll(engine, leases));
  const compare = every(poll * 6, 'dialer: reconcile', async () => {
    missing = await reconcile(engine, missing, unplaced.legs());
  });
  every(poll * 2, 'dialer: unplaced lines', unplaced.look);
  every(poll * 10, 'dialer: presence', async () => {
    await beat(database, o.connected(), clock.now());
    await checkAgents(engine);
  });
  every(lookMs, 'dialer: silent lines', async () => {
    heardOf = await watchLines(engine, heardOf);
  });
  const watch = watchExchange(engine);
  every(poll * 2, 'dialer: recorder', watch.recorder);
  every(lagEveryMs, 'dialer: lag', watch.lag);
  // A killed process leaves expired leases of campaigns, and possibly orphaned calls.
  renew();
  compare();
  return {
    heard({ dialer }) {
      if (!dialer || !isOpen) return;
      if (dialer.sessions.length > 0) engine.freed?.();
      void attend(engine, dialer.attempts, dialer.sessions, dialer.lines, dialer.parted);
    },
    async stop() {
      isOpen = false;
      await Promise.all(loops.map((loop) => loop.stop()));
      await provider.stop();
      await dropLeases(database, engine.node).catch(() => undefined);
    },
  };
}
