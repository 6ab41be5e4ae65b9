/** mulberry32: small, fast, and equal on every machine. Not for secrets. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** From 0 up to, not including, 1. */
  next(): number {
    return this.bits() / 4294967296;
  }

  /** 32 random bits as a number that is not negative. */
  bits(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  }

  /** An integer, bounds included. */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  /** Like `int`, but small distances from `from` are likelier: recent days see more work than old ones. */
  near(from: number, to: number): number {
    const share = this.next();
    return from + Math.floor(share * share * (to - from + 1));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)] as T;
  }

  /** Contains a unique number of the caller: 32 bits of state repeat within a hundred million draws. */
  uuid(unique: number): string {
    const a = hex(this.bits());
    const b = hex(this.bits());
    const c = hex(this.bits());
    const tail = hex(Math.floor(unique / 2 ** 32)).slice(4) + hex(unique >>> 0);
    return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-a${c.slice(1, 4)}-${tail}`;
  }
}

const bytes = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'));
const hex = (bits: number): string =>
  `${bytes[bits >>> 24]}${bytes[(bits >>> 16) & 255]}${bytes[(bits >>> 8) & 255]}${bytes[bits & 255]}`;

/** A weighted random choice, prepared once. */
export function weighted<T>(choices: readonly (readonly [weight: number, thing: T])[]): (r: Random) => T {
  // 1,000 equal tickets make a draw one look-up.
  const sum = choices.reduce((total, [weight]) => total + weight, 0);
  const tickets = choices.flatMap(([weight, thing]) =>
    Array<T>(Math.max(1, Math.round((weight / sum) * 1000))).fill(thing),
  );
  return (r) => r.pick(tickets);
}
