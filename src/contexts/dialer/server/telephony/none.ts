/** No exchange: in production every call fails, and none is simulated. */
import type { TelephonyProvider } from './port.ts';

const nothing = (): Promise<void> => Promise.resolve();

export const noExchange = (): TelephonyProvider => ({
  id: 'none',
  caps: {
    hasExchange: false,
    customerFirst: false,
    nailedAgent: false,
    ringingEvents: false,
    snapshot: 'none',
    legs: [],
    secondLine: false,
    machines: false,
  },
  start: nothing,
  stop: nothing,
  originate: () => Promise.resolve({ ok: false, isRetryable: false, reason: 'no exchange' }),
  hangup: nothing,
  mute: nothing,
  hold: nothing,
  press: nothing,
  bridge: nothing,
  join: nothing,
  part: nothing,
  spy: nothing,
  farewell: nothing,
  leave: () => Promise.resolve(false),
  say: nothing,
  hush: nothing,
  isHeard: () => Promise.resolve(false),
  fetchRecording: () => Promise.reject(new Error('no exchange')),
  snapshot: () => Promise.resolve([]),
});
