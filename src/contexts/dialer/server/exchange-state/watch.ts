/** Tests whether the exchange records, and measures how late its events are. */
import type { Engine } from '../engine/engine-parts.ts';
import { signal } from '#kernel/server/live/event.ts';
import type { RecordingTest } from '../telephony/port.ts';
import { type Backpressure, noPressure, stepLag } from './lag.ts';
import { saveFinding, saveLag, takeTest } from './state.ts';

interface Watch {
  recorder(): Promise<void>;
  lag(): Promise<void>;
}
type Watched = Pick<Engine, 'provider' | 'database' | 'log' | 'clock'>;

/** A lag that restrains nothing is written for screens only. */
const saveEveryMs = { free: 5000, one_each: 1000, none: 1000 } as const;

/** An exchange that does not respond to the test is reported as untested. */
const unanswered = (error: unknown): RecordingTest => ({
  fault: 'failed',
  detail: String(error).slice(0, 200),
});

async function testRecorder({ provider, database, log, clock }: Watched, isBack: boolean): Promise<void> {
  const at = await takeTest(database, provider.id, isBack);
  if (!at || !provider.testRecording) return;
  const found = await provider.testRecording(clock.now()).catch(unanswered);
  if (!found) return;
  const { fault, detail } = found;
  if (fault === 'untested') log.warn('exchange: recording cannot be tested, its dialplan is not ours');
  else if (fault !== null) log.error({ fault, detail }, 'exchange: recording failed');
  await saveFinding(database, provider.id, { fault: fault === 'untested' ? null : fault, detail }, at);
}

export function watchExchange(engine: Watched): Watch {
  const { provider, database, log } = engine;
  let wasHeard = false;
  let pressure: Backpressure = noPressure;
  let savedAt = -Infinity;
  return {
    async recorder() {
      if (!provider.testRecording) return;
      const isHeard = await provider.isHeard();
      const isBack = isHeard && !wasHeard;
      wasHeard = isHeard;
      if (isHeard) await testRecorder(engine, isBack);
    },
    async lag() {
      const lagMs = provider.lagMs?.() ?? null;
      if (lagMs === null) return void (pressure = noPressure);
      const now = performance.now();
      const before = pressure.dials;
      pressure = stepLag(pressure, lagMs, now);
      const { dials } = pressure;
      if (dials === before && now - savedAt < saveEveryMs[dials]) return;
      savedAt = now;
      await saveLag(database, provider.id, { lagMs, dials });
      if (dials === before) return;
      log.warn({ lagMs, dials }, 'exchange: events are late');
      await database.transaction((tx) => signal(tx, { stale: ['exchange', 'dialer'], to: [] }));
    },
  };
}
