/**
 * Shares of one process among its agencies (decision 348): while others want it too, an agency has a few requests worked
 * on at a time, and the rest of its own wait for each other. Alone it has the whole.
 */
import { availableParallelism } from 'node:os';

/** Whoever asked so lately wants the process. */
const WANTS_MS = 2000;
/** What takes longer waits for its database or its reader, not for this process. */
const SLOW_MS = 250;

/** Tells when an answer is given, or nobody waits for it any more. */
interface Asker {
  once(event: 'close', told: () => void): unknown;
}
interface Share {
  working: number;
  waiting: Set<() => void>;
}

/** `enter` begins the work once its agency has a turn; where the asker leaves before, never. */
export function openShares(most = Math.max(2, availableParallelism()), slowMs = SLOW_MS) {
  const shares = new WeakMap<object, Share>();
  const nobody = { agency: {}, at: -Infinity };
  /** Who asked last, and who of all the others did. */
  let last = nobody;
  let other = nobody;

  function asks(agency: object): void {
    if (last.agency !== agency) other = last;
    last = { agency, at: performance.now() };
  }
  /** Whether somebody else wants the process as well. */
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
