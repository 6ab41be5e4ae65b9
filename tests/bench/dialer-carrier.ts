/** Benchmark carrier: agents answer immediately, borrowers ring for some seconds and three of ten answer. */
import { randomUUID } from 'node:crypto';
import type {
  LegInfo,
  Originate,
  ProviderEvent,
  TelephonyProvider,
} from '../../src/contexts/dialer/server/telephony/port.ts';

type Told = ProviderEvent extends infer E
  ? E extends ProviderEvent
    ? Omit<E, 'eventId' | 'at'>
    : never
  : never;

export interface BenchCarrier extends TelephonyProvider {
  /** Request time of each borrower call. */
  readonly starts: number[];
  /** Delay of each event until stored, in milliseconds, with its time. */
  readonly takes: { at: number; ms: number }[];
}

const ringMs = 6000;
const talkMs = 5000;

export function benchCarrier(): BenchCarrier {
  const legs = new Map<string, LegInfo>();
  const starts: number[] = [];
  const takes: BenchCarrier['takes'] = [];
  let sink: (event: ProviderEvent) => Promise<void> = async () => undefined;
  const tell = async (told: Told): Promise<void> => {
    const at = performance.now();
    const event = { ...told, eventId: randomUUID(), at: new Date() } as ProviderEvent;
    // A stopped dialer receives no more events.
    const isHeard = await sink(event).then(
      () => true,
      () => false,
    );
    if (isHeard) takes.push({ at, ms: performance.now() - at });
  };
  const end = (legId: string, cause: number, by: 'us' | 'far'): void => {
    if (legs.delete(legId)) void tell({ type: 'leg.ended', legId, cause, by });
  };
  const answer = (legId: string): void => {
    const leg = legs.get(legId);
    if (!leg) return;
    leg.state = 'answered';
    void tell({ type: 'leg.answered', legId });
  };
  const ring = (legId: string): void => {
    const leg = legs.get(legId);
    if (!leg) return;
    leg.state = 'ringing';
    void tell({ type: 'leg.ringing', legId });
    const speaks = Math.random() < 0.3;
    setTimeout(() => (speaks ? answer(legId) : end(legId, 19, 'far')), ringMs * (0.5 + Math.random()));
  };
  return {
    id: 'bench',
    caps: {
      hasExchange: true,
      customerFirst: true,
      nailedAgent: true,
      ringingEvents: true,
      snapshot: 'full',
      legs: ['nailed'],
      secondLine: false,
      machines: false,
    },
    starts,
    takes,
    start: async (into) => void (sink = into),
    async stop() {
      // Remaining ringing calls are dropped.
      sink = async () => undefined;
      legs.clear();
    },
    async originate({ legId, role }: Originate) {
      legs.set(legId, { legId, role, state: 'dialing', bridgeId: null });
      if (role === 'agent') setTimeout(answer, 5, legId);
      else {
        starts.push(performance.now());
        setTimeout(ring, 300, legId);
      }
      return { ok: true };
    },
    hangup: async (legId) => end(legId, 16, 'us'),
    farewell: async (legId) => end(legId, 16, 'us'),
    leave: async () => false,
    isHeard: async () => true,
    async bridge({ bridgeId, legs: [customer] }) {
      setTimeout(() => void tell({ type: 'leg.bridged', legId: customer, bridgeId }), 5);
      setTimeout(end, talkMs, customer, 16, 'far');
    },
    snapshot: async () => [...legs.values()],
    mute: async () => undefined,
    hold: async () => undefined,
    join: async () => undefined,
    part: async () => undefined,
    spy: async () => undefined,
    say: async () => undefined,
    press: async () => undefined,
    hush: async () => undefined,
    fetchRecording: () => Promise.reject(new Error('nothing is recorded here')),
  };
}
