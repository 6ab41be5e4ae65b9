import type { Clock } from '#kernel/server/operation/clock.ts';
import type { Database } from '#kernel/server/database/database.ts';
import type { Logger } from '#kernel/server/operation/log.ts';
import { pollFor } from '../engine/engine.ts';
import { askForTest, saveFinding } from '../exchange-state/state.ts';
import { AriRefusal, ariOptionsIn } from './asterisk/ari.ts';
import { faultIn, usualSpool } from './asterisk/recorder/recorder.ts';
import { asterisk } from './asterisk/asterisk.ts';
import { lineOf } from './line.ts';
import { noExchange } from './none.ts';
import { trunkNames } from '../trunks/choice.ts';
import type { RecordingFault, TelephonyProvider } from './port.ts';
import { simulatedTelephony } from './simulated/simulated.ts';

/** A fault in a call applies at once; a test of two seconds follows, and clears it if only that call was affected. */
async function suspectRecorder(
  { database, log }: { database: Database; log: Logger },
  reason: unknown,
): Promise<void> {
  const fault = reason === null ? undefined : faultIn(reason);
  try {
    if (fault === undefined) await askForTest(database, 'asterisk');
    else await saveFinding(database, 'asterisk', { fault, detail: detailOf(fault, reason) }, null);
  } catch (error) {
    log.warn({ err: error }, 'exchange: fault of its recorder not stored');
  }
}
/** The test that follows reads the exchange's folder. */
const detailOf = (fault: RecordingFault, reason: unknown): string =>
  fault !== 'failed'
    ? `${usualSpool}/recording`
    : (reason instanceof AriRefusal ? reason.said : reason instanceof Error ? reason.message : '').slice(
        0,
        200,
      );

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
    suspectRecorder: (reason) => void suspectRecorder(o, reason),
  });
}
