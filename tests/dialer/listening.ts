/** A provider with its events so far. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Database } from '../../src/kernel/server/database/database.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import type { ProviderEvent, TelephonyProvider } from '../../src/contexts/dialer/server/telephony/port.ts';
import { until } from '../until.ts';

/** Paused unless the test waits, so that no leg hangs up before it is checked. */
export class WaitingClock {
  readonly #database: () => Database;
  #now = Date.now();
  constructor(database: () => Database) {
    this.#database = database;
  }
  now = (): Date => new Date(this.#now);
  pass(ms: number): void {
    this.#now += ms;
  }
  /** Advances a second, unless the simulated carrier has pending steps. */
  passes = async (): Promise<void> => {
    const isBehind = await this.#database().one(
      sql`select 1 as ok from simulated_legs where next_at <= ${this.now()} limit 1`,
    );
    if (!isBehind) this.pass(1000);
  };
}
/** A provider and its recorded events. */
export class Listening {
  readonly heard: ProviderEvent[] = [];
  readonly provider: TelephonyProvider;
  /** Number of next events to reject. */
  refuses = 0;
  readonly #timePasses: (() => Promise<void>) | undefined;
  /** `timePasses`: runs during a wait. */
  constructor(provider: TelephonyProvider, timePasses?: () => Promise<void>) {
    this.provider = provider;
    this.#timePasses = timePasses;
  }
  async open(): Promise<this> {
    await this.provider.start((event) => {
      this.refuses -= 1;
      if (this.refuses >= 0) return Promise.reject(new Error('not now'));
      this.heard.push(event);
      return Promise.resolve();
    });
    return this;
  }
  of = (legId: string): ProviderEvent[] => this.heard.filter((event) => event.legId === legId);
  /** Distinct events of a leg: an exchange may report one by two routes, with one id. */
  kinds(legId: string): string[] {
    const names = new Map(this.of(legId).map(({ eventId, type }) => [eventId, type]));
    return [...names.values()];
  }
  async told(legId: string, type: ProviderEvent['type']): Promise<ProviderEvent> {
    const find = (): ProviderEvent | undefined => this.of(legId).find((event) => event.type === type);
    await this.until(
      () => find() !== undefined,
      () => `${type} (heard: ${this.kinds(legId).join(', ')})`,
    );
    return find() as ProviderEvent;
  }
  until = (isSo: () => boolean | Promise<boolean>, what?: () => string): Promise<void> =>
    until(isSo, what, this.#timePasses);
  /** Calls a number; answers the name of its leg. */
  async call(number: string, detects = false, legId: string = randomUUID()): Promise<string> {
    const to = { kind: 'pstn', number } as const;
    const ack = await this.provider.originate({
      legId,
      role: 'customer',
      to,
      callerId: null,
      // Longer than anything is waited for: who does not answer is there for as long as is looked.
      ringMs: 3_600_000,
      detects,
    });
    expect(ack.ok).toBe(true);
    return legId;
  }
  async agent(extension = '1001', legId: string = randomUUID()): Promise<string> {
    const to = { kind: 'extension', extension } as const;
    await this.provider.originate({ legId, role: 'agent', to, callerId: null, ringMs: 20_000 });
    return legId;
  }
  legs = async (): Promise<string[]> => (await this.provider.snapshot()).map(({ legId }) => legId);
}
const probe = {
  role: 'customer',
  to: { kind: 'pstn', number: '9800000000' },
  callerId: null,
  ringMs: 15_000,
} as const;
/** Calls can be placed. */
export const ready = ({ provider }: { provider: TelephonyProvider }): Promise<void> =>
  until(async () => (await provider.originate({ ...probe, legId: randomUUID() })).ok);
