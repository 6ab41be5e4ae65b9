/** A browser as the walk needs one, however it is driven. */
export interface Engine {
  /** Loads an address, as typed into the address bar. */
  open(url: string): Promise<void>;
  /** What an expression is in the page, a promise's value included. */
  ask<T>(expression: string): Promise<T>;
  resize(width: number, height: number): Promise<void>;
  /** Uncaught page errors since the last call; empty if the driver cannot report them. */
  thrown(): string[];
  close(): Promise<void>;
}

export interface Opener {
  /** Engine and driver, for the report. */
  name: string;
  start(): Promise<Engine>;
}

const soon = 100;

/** Polls until true; on a timeout reports the last state. */
export async function until<T>(
  what: string,
  look: () => Promise<T>,
  isSo: (seen: T) => boolean,
  patience = 60_000,
): Promise<T> {
  const end = Date.now() + patience;
  for (;;) {
    const seen = await look();
    if (isSo(seen)) return seen;
    if (Date.now() > end) throw new Error(`Never seen: ${what}. Last: ${JSON.stringify(seen)}`);
    await new Promise((resolve) => setTimeout(resolve, soon));
  }
}

/** Clicks the button with this text; returns whether it exists. */
export const press = (words: string): string => `(() => {
  const button = [...document.querySelectorAll('button')].find(({ ariaLabel, textContent }) =>
    [ariaLabel, textContent.trim()].includes(${JSON.stringify(words)}));
  button?.click();
  return Boolean(button);
})()`;
