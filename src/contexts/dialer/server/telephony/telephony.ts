import type { Clock } from '#kernel/server/operation/clock.ts';
import type { Database } from '#kernel/server/database/database.ts';
import type { Logger } from '#kernel/server/operation/log.ts';
import { pollFor } from '../engine/engine.ts';
import { ariOptionsIn } from './ari.ts';
import { asterisk } from './asterisk.ts';
import { lineOf } from './line.ts';
import { noExchange } from './none.ts';
import { trunkNames } from '../trunks/choice.ts';
import type { TelephonyProvider } from './port.ts';
import { simulatedTelephony } from './simulated.ts';

/** The provider of calls: Asterisk; without one none, or in a demo a simulated carrier. */
export function telephonyOf(o: {
  database: Database;
  clock: Clock;
  log: Logger;
  isDemo: boolean;
  ariUrl?: string | undefined;
}): TelephonyProvider {
  if (o.ariUrl === undefined && !o.isDemo) return noExchange();
  if (o.ariUrl === undefined) return simulatedTelephony({ ...o, pollMs: pollFor(o.clock) });
  return asterisk({
    ...ariOptionsIn(o.ariUrl),
    line: lineOf(o.database, 'asterisk'),
    log: o.log,
    trunkNames: () => trunkNames(o.database),
  });
}
