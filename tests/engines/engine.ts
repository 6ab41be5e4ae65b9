/** A browser as the walk needs one, however it is driven. */
export interface Engine {
  /** Loads an address, as typed into the address bar. */
  open(url: string): Promise<void>;
  /** What an expression is in the page, a promise's value included. */
  ask<T>(expression: string): Promise<T>;
  resize(width: number, height: number): Promise<void>;
  /** Errors no code of the page caught, since it was asked last; a driver that cannot tell answers none. */
  thrown(): string[];
  close(): Promise<void>;
}

export interface Opener {
  /** Engine and driver, for the report. */
  name: string;
  start(): Promise<Engine>;
}

const soon = 100;

/** Looks again and again until it is so; says what was seen last when it never was. */
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

/** Presses the button with these words; answers whether it is there. */
export const press = (words: string): string => `(() => {
  const button = [...document.querySelectorAll('button')].find(({ ariaLabel, textContent }) =>
    [ariaLabel, textContent.trim()].includes(${JSON.stringify(words)}));
  button?.click();
  return Boolean(button);
})()`;
