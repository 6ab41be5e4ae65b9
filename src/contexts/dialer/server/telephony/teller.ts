/** Delivers events in order per leg, with retries. */
import type { Logger } from '#kernel/server/operation/log.ts';
import type { ProviderEvent } from './port.ts';

type Sink = (event: ProviderEvent) => Promise<void>;
export interface Teller {
  tellTo(sink: Sink): void;
  tell(event: ProviderEvent): void;
  /** Delivers an event unless this process did before. */
  tellOnce(event: ProviderEvent): void;
  /** Work to do before the next event of that leg is delivered. */
  first(legId: string, work: () => Promise<unknown>): void;
  /** Age of the oldest undelivered event. */
  backlogMs(): number;
  stop(): Promise<void>;
}

const mostTries = 12;
const longestRestMs = 5000;
const mostRemembered = 20_000;

export function openTeller(log: Logger): Teller {
  let sink: Sink = () => Promise.resolve();
  let isStopped = false;
  const chains = new Map<string, Promise<void>>();
  let told = new Set<string>();
  const rest = (ms: number): Promise<void> => new Promise((go) => setTimeout(go, ms).unref());

  /** Waiting time until first delivery: retries are excluded. */
  const waiting = new Map<symbol, number>();
  async function hand(event: ProviderEvent, place: symbol): Promise<void> {
    for (let i = 0; i < mostTries && !isStopped; i += 1) {
      try {
        await sink(event);
        waiting.delete(place);
        return;
      } catch (error) {
        waiting.delete(place);
        log.warn({ err: error, event: event.type }, 'telephony: told again');
        await rest(Math.min(100 * 2 ** i, longestRestMs));
      }
    }
  }
  const follow = (legId: string, work: () => Promise<unknown>): void => {
    const next = (chains.get(legId) ?? Promise.resolve())
      .then(async () => void (await work()))
      .catch((error: unknown) => log.warn({ err: error }, 'telephony'));
    chains.set(legId, next);
    void next.then(() => chains.get(legId) === next && chains.delete(legId));
  };
  const tell = (event: ProviderEvent): void => {
    if (told.size > mostRemembered) told = new Set();
    told.add(event.eventId);
    const place = Symbol(event.type);
    waiting.set(place, performance.now());
    follow(event.legId, () => hand(event, place).finally(() => waiting.delete(place)));
  };
  return {
    tellTo: (to) => void (sink = to),
    tell,
    tellOnce(event) {
      if (!told.has(event.eventId)) tell(event);
    },
    first: follow,
    backlogMs() {
      const [oldest] = waiting.values();
      return oldest === undefined ? 0 : performance.now() - oldest;
    },
    async stop() {
      isStopped = true;
      await Promise.allSettled(chains.values());
    },
  };
}
