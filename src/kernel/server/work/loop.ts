import { type Rest, neverRests } from './rest.ts';

/** A periodic task that never overlaps itself and can be woken early. */
export interface Loop {
  /** Runs now, or right after the current run. */
  wake(): void;
  stop(): Promise<void>;
}

/** Wake-ups within this time are coalesced. */
const soonMs = 10;

/** A failed run is reported to `failed`; the next one runs as scheduled, or later while `rest` is idle. */
export function openLoop(
  everyMs: number,
  work: () => Promise<unknown>,
  failed: (error: unknown) => void,
  rest: Rest = neverRests,
): Loop {
  const soon = Math.min(soonMs, everyMs);
  let isOpen = true;
  let isAsked = false;
  let turn: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const sleep = (ms: number): void => {
    timer = setTimeout(() => void go(), ms).unref();
  };
  const run = async (): Promise<void> => {
    isAsked = false;
    await work().catch(failed);
    turn = undefined;
    if (!isOpen) return;
    if (isAsked) sleep(soon);
    else if (!rest.lieDown(everyMs, wake)) sleep(everyMs);
  };
  const go = (): Promise<void> => (turn ??= run());
  const wake = (): void => {
    if (isAsked || !isOpen) return;
    isAsked = true;
    if (turn) return;
    clearTimeout(timer);
    sleep(soon);
  };
  sleep(everyMs);
  return {
    wake,
    async stop() {
      isOpen = false;
      clearTimeout(timer);
      await turn;
    },
  };
}
