/**
 * Fair share of a process among its agencies (decision 348): under contention an agency has a few concurrent
 * requests, and queues the others. Alone it uses all.
 */
import { availableParallelism } from 'node:os';

/** An agency with a request this recent needs a share. */
const WANTS_MS = 2000;
/** A longer request is blocked by its database or client, not by this process. */
const SLOW_MS = 250;

/** Resolves when the response is sent or the client disconnected. */
interface Asker {
  once(event: 'close', told: () => void): unknown;
}
interface Share {
  working: number;
  waiting: Set<() => void>;
}

/** `enter` starts the work in the agency's slot; never if the client disconnected before. */
export function openShares(most = Math.max(2, availableParallelism()), slowMs = SLOW_MS) {
  const shares = new WeakMap<object, Share>();
  const nobody = { agency: {}, at: -Infinity };
  /** The latest requester, and the latest other one. */
  let last = nobody;
  let other = nobody;

  function asks(agency: object): void {
    if (last.agency !== agency) other = last;
    last = { agency, at: performance.now() };
  }
  /** Whether another agency needs the process too. */
  function isWanted(agency: object): boolean {
    const { at } = last.agency === agency ? other : last;
    return at >= performance.now() - WANTS_MS;
  }
  function begin(agency: object, share: Share, asker: Asker, work: () => void): void {
    let isCounted = true;
    share.working += 1;
    const leave = (): void => {
      clearTimeout(timer);
      if (!isCounted) return;
      isCounted = false;
      share.working -= 1;
      for (const next of share.waiting) {
        if (share.working >= most && isWanted(agency)) break;
        next();
      }
    };
    const timer = setTimeout(leave, slowMs);
    asker.once('close', leave);
    work();
  }

  return function enter(agency: object, asker: Asker, work: () => void): void {
    const share = shares.get(agency) ?? { working: 0, waiting: new Set() };
    shares.set(agency, share);
    asks(agency);
    const mustWait = share.working >= most && isWanted(agency);
    if (!mustWait) {
      begin(agency, share, asker, work);
      return;
    }
    const start = (): void => {
      share.waiting.delete(start);
      begin(agency, share, asker, work);
    };
    share.waiting.add(start);
    asker.once('close', () => share.waiting.delete(start));
  };
}
