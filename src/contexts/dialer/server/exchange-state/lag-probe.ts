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
/** A probe without a response by then is lost, and another one is sent. */
const lostMs = 60_000;

function openLagProbe({ send, backlogMs, everyMs, now = () => performance.now() }: Options): LagProbe {
  let timer: NodeJS.Timeout | undefined;
  let no = 0;
  let sent: { name: string; at: number } | undefined;
  let last: number | null = null;
  const look = (): void => {
    if (sent && now() - sent.at < lostMs) return;
    no += 1;
    const one = { name: `${prefix}${no}`, at: now() };
    sent = one;
    void send(one.name)
      .catch(() => true)
      .then((isSent) => {
        if (!isSent && sent === one) [sent, last] = [undefined, null];
      });
  };
  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
    [sent, last] = [undefined, null];
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
      if (sent?.name === name) [last, sent] = [now() - sent.at, undefined];
      return true;
    },
    lagMs() {
      if (!timer) return null;
      const pending = sent ? now() - sent.at : 0;
      return last === null && !sent ? null : Math.round(Math.max(last ?? 0, pending, backlogMs()));
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
