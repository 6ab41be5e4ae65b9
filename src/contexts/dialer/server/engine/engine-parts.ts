/** What every part of the engine works with. */
import type { Evaluate } from '#contexts/contact/server/policy/contact.ts';
import type { Database } from '#kernel/server/database/database.ts';
import type { Clock } from '#kernel/server/operation/clock.ts';
import type { Logger } from '#kernel/server/operation/log.ts';
import type { TelephonyProvider } from '../telephony/port.ts';

/** Where a test may end the process (`FAILPOINTS`). */
export const dialerPoints = [
  'dialer-claimed',
  'dialer-taken',
  'dialer-originated',
  'dialer-answered',
  'dialer-bridged',
  'dialer-joined',
] as const;
export type DialerPoint = (typeof dialerPoints)[number];

export interface Engine {
  database: Database;
  clock: Clock;
  provider: TelephonyProvider;
  log: Logger;
  /** This process, among the nodes. */
  node: string;
  evaluate: Evaluate;
  failAt?: ((point: DialerPoint) => void) | undefined;
  /** An agent became free, or a caller is queued: wakes the loops. */
  freed?: () => void;
}
