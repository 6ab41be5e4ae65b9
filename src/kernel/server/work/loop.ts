/** Work that is done again and again, never twice at once, and sooner when somebody asks for it. */
export interface Loop {
  /** Now, or as soon as the turn that is on is over. */
  wake(): void;
  stop(): Promise<void>;
}

/** Several who ask within this time are served together. */
const soonMs = 10;

/** A turn that fails is told of, and the next one comes as ever. */
export function openLoop(
  everyMs: number,
  work: () => Promise<unknown>,
  failed: (error: unknown) => void,
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
    if (isOpen) sleep(isAsked ? soon : everyMs);
  };
  const go = (): Promise<void> => (turn ??= run());
  sleep(everyMs);
  return {
    wake() {
      if (isAsked || !isOpen) return;
      isAsked = true;
      if (turn) return;
      clearTimeout(timer);
      sleep(soon);
    },
    async stop() {
      isOpen = false;
      clearTimeout(timer);
      await turn;
    },
  };
}
