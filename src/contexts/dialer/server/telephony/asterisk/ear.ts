/** Keeps the event socket open on the node with the lease of the line; reconnects after any close. */
import { setTimeout as rest } from 'node:timers/promises';
import type { Logger } from '#kernel/server/operation/log.ts';
import type { Line } from '../line.ts';

export interface Ear {
  isUp(): boolean;
  /** Another node is connected: this one disconnects. */
  lost(): void;
  stop(): Promise<void>;
}
interface Options {
  line: Line;
  log: Logger;
  restMs: number;
  listen(open: () => void, over: () => void): () => void;
  /** Replays missed events before live ones. */
  caughtUp(): Promise<void>;
}

/** How long a new call waits for a reconnection. */
const reconnectMs = 3000;
/** Returns false only after a reconnection had time to succeed, so that a call placed meanwhile is not rejected. */
export async function isHeardSoon(isHeard: () => Promise<boolean>): Promise<boolean> {
  const until = performance.now() + reconnectMs;
  while (!(await isHeard())) {
    if (performance.now() > until) return false;
    await rest(100);
  }
  return true;
}

const longestRestMs = 15_000;
const renewMs = 2000;
/** After a takeover by another node: longer than a lease lasts. */
const yieldMs = 10_000;

class KeptEar implements Ear {
  readonly #o: Options;
  #close: (() => void) | undefined;
  #isUp = false;
  #isStopped = false;
  #fails = 0;
  #notBefore = 0;
  #timer: NodeJS.Timeout | undefined;
  #turn: Promise<void> = Promise.resolve();

  constructor(o: Options) {
    this.#o = o;
    this.#again(0);
  }

  isUp = (): boolean => this.#isUp;

  lost(): void {
    this.#o.log.warn('telephony: another server hears the exchange');
    this.#notBefore = performance.now() + yieldMs;
    this.#end();
    void this.#o.line.release().catch(() => undefined);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#end();
    await this.#turn;
    this.#end();
    await this.#o.line.release().catch(() => undefined);
  }

  #end(): void {
    const close = this.#close;
    this.#close = undefined;
    this.#isUp = false;
    close?.();
  }

  #again(ms: number): void {
    if (this.#isStopped) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#turn = this.#turn
        .then(() => this.#keep())
        .catch((error: unknown) => {
          this.#o.log.warn({ err: error }, 'telephony: line');
          this.#again(renewMs);
        });
    }, ms);
    this.#timer.unref();
  }

  async #keep(): Promise<void> {
    if (this.#isStopped) return;
    const wait = this.#notBefore - performance.now();
    if (wait > 0) return this.#again(Math.min(wait, renewMs));
    if (!(await this.#o.line.hold(this.#isUp))) this.#end();
    else if (!this.#close) this.#open();
    this.#again(renewMs);
  }

  #open(): void {
    let mine: () => void = () => undefined;
    const isMine = (): boolean => this.#close === mine;
    mine = this.#o.listen(
      () => void this.#opened(isMine),
      () => {
        if (!isMine()) return;
        this.#end();
        this.#rest();
      },
    );
    this.#close = mine;
  }

  async #opened(isMine: () => boolean): Promise<void> {
    try {
      await this.#o.caughtUp();
      // The other servers call from now on.
      const isHeld = await this.#o.line.hold(true);
      if (!isMine()) return;
      if (!isHeld) return this.#end();
      this.#isUp = true;
      this.#fails = 0;
      this.#o.log.info('telephony: the exchange is heard');
    } catch (error) {
      this.#o.log.warn({ err: error }, 'telephony: not caught up');
      if (isMine()) this.#end();
      this.#rest();
    }
  }

  #rest(): void {
    const ms = Math.min(this.#o.restMs * 2 ** this.#fails, longestRestMs);
    this.#fails += 1;
    this.#o.log.warn({ ms }, 'telephony: the exchange is not heard');
    this.#notBefore = performance.now() + ms;
    // Other nodes place no calls either until events arrive again.
    void this.#o.line.hold(false).catch(() => undefined);
    this.#again(ms);
  }
}

export const openEar = (o: Options): Ear => new KeptEar(o);
