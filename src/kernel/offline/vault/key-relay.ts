/**
 * A reload loses what a page has in memory. The service worker holds the open key for as long as a page may be out of
 * sight, in its own memory only, so that a reload or a second tab does not ask for the PIN.
 */
interface Held {
  userId: number;
  key: CryptoKey;
  until: number;
}
type Word = ({ kind: 'hold-key' } & Held) | { kind: 'drop-key' } | { kind: 'ask-key'; userId: number };

const patience = 400;
const worker = (): ServiceWorker | null => navigator.serviceWorker?.controller ?? null;
const say = (word: Word, transfer: Transferable[] = []): void => {
  try {
    worker()?.postMessage(word, transfer);
  } catch {
    // A browser that cannot hand keys over asks for the PIN after a reload.
  }
};

export const giveKey = (held: Held): void => say({ kind: 'hold-key', ...held });
export const dropKey = (): void => say({ kind: 'drop-key' });

/** The key another page of this person left with the worker, if it still may be used. */
export function takeKey(userId: number): Promise<CryptoKey | undefined> {
  if (!worker()) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(resolve, patience, undefined);
    port1.addEventListener('message', ({ data }) => {
      clearTimeout(timer);
      resolve(data as CryptoKey | undefined);
    });
    port1.start();
    say({ kind: 'ask-key', userId }, [port2]);
  });
}

/** The worker's half. */
export function holdKeys(scope: {
  addEventListener: (type: 'message', hear: (event: MessageEvent) => void) => void;
}): void {
  let held: Held | undefined;
  scope.addEventListener('message', ({ data, ports }) => {
    const word = data as Word | null;
    if (word?.kind === 'hold-key') held = word;
    if (word?.kind === 'drop-key') held = undefined;
    if (word?.kind !== 'ask-key') return;
    const isTheirs = held?.userId === word.userId && Date.now() < held.until;
    ports[0]?.postMessage(isTheirs ? held?.key : undefined);
  });
}
