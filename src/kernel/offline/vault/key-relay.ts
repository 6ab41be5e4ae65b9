/**
 * A reload loses a page's memory. The service worker stores the open key in memory for as long as a page may be
 * hidden, so that a reload or a second tab does not require the PIN.
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
    // A browser without transferable keys requires the PIN after a reload.
  }
};

export const giveKey = (held: Held): void => say({ kind: 'hold-key', ...held });
export const dropKey = (): void => say({ kind: 'drop-key' });

/** Open key left with the worker by another page of this user, if still valid. */
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
