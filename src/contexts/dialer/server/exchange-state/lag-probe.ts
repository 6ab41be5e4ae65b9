/**
 * Measures the event lag of the exchange. A probe event is sent through the exchange and timed on return, so one clock
 * measures the exchange, the network and our event loop, and no clock synchronisation is needed.
 */
import { randomBytes } from 'node:crypto';
import { type Ari, isGood } from '../telephony/asterisk/ari.ts';

export interface LagProbe {
  /** Wraps the listeners of a socket: measures while it is open, for events that were sent before are lost. */
  whileOpen(open: () => void, over: () => void): [open: () => void, over: () => void];
  stop(): void;
  /** True if the event is one of the probe. */
  hear(name: string | undefined): boolean;
  /** Null: not measured. */
  lagMs(): number | null;
}
interface Options {
  /** False: the exchange does not send it. */
  send: (name: string) => Promise<boolean>;
  /** Age of the oldest event that is not handled. */
  backlogMs: () => number;
  everyMs: number;
  now?: () => number;
}

/** Ids of this process: events of an earlier one are ignored. */
const prefix = `recoup-lag-${randomBytes(4).toString('hex')}-`;
/** Bounds the probes that wait for their event. */
const mostPending = 60;

/** Events arrive in order: when a probe returns, those before it are lost. */
export function openLagProbe({ send, backlogMs, everyMs, now = () => performance.now() }: Options): LagProbe {
  let timer: NodeJS.Timeout | undefined;
  let no = 0;
  let pending: { name: string; at: number }[] = [];
  let last: number | null = null;
  const look = (): void => {
    no += 1;
    const one = { name: `${prefix}${no}`, at: now() };
    pending = [...pending.slice(1 - mostPending), one];
    void send(one.name)
      .catch(() => true)
      .then((isSent) => {
        if (isSent || !pending.includes(one)) return;
        pending = pending.filter((other) => other !== one);
        last = null;
      });
  };
  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
    [pending, last] = [[], null];
  };
  const start = (): void => {
    stop();
    timer = setInterval(look, everyMs).unref();
    look();
  };
  const then =
    (first: () => void, next: () => void): (() => void) =>
    () => {
      first();
      next();
    };
  return {
    whileOpen: (open, over) => [then(start, open), then(stop, over)],
    stop,
    hear(name) {
      if (!name?.startsWith(prefix)) return false;
      const at = pending.findIndex((one) => one.name === name);
      if (at >= 0) {
        last = now() - (pending[at]?.at ?? 0);
        pending = pending.slice(at + 1);
      }
      return true;
    },
    lagMs() {
      if (!timer) return null;
      const [oldest] = pending;
      const waited = oldest ? now() - oldest.at : 0;
      return last === null && !oldest ? null : Math.round(Math.max(last ?? 0, waited, backlogMs()));
    },
  };
}

export const lagProbeOf = (ari: Ari, app: string, backlogMs: () => number): LagProbe =>
  openLagProbe({
    send: async (name) =>
      isGood((await ari.ask('POST', `/events/user/${name}`, { application: app })).status),
    backlogMs,
    everyMs: 1000,
  });
