/** Rings a telephone that is not a borrower's: an agent's line, a transfer target, a monitoring supervisor. */
import { setTimeout as rest } from 'node:timers/promises';
import { trunkName } from '../../exchange/plan.ts';
import type { Ack, Target } from '../../telephony/port.ts';
import { chooseTrunk, startOn } from '../../trunks/choice.ts';
import { formatForTrunk } from '../../trunks/number-format.ts';
import type { Engine } from '../engine-parts.ts';

interface Line {
  legId: string;
  to: Target;
  ringMs: number;
  callerId?: string | null;
  /** Hears music until it is bridged. */
  waits?: boolean;
}

/** By a carrier with room when it is outside; safe to do twice, as one leg has one name. */
export async function ringLine(engine: Engine, line: Line): Promise<Ack> {
  const { provider, database, clock } = engine;
  const { legId, to, ringMs, callerId = null, waits = false } = line;
  const how = { legId, role: 'agent', callerId, ringMs, waits } as const;
  if (!('number' in to)) return provider.originate({ ...how, to, trunk: null });
  const { isPossible, trunkId, waitMs, numberFormat } = await database.transaction((tx) =>
    chooseTrunk(tx, clock.now(), { reserves: true }),
  );
  if (!isPossible) return { ok: false, isRetryable: true, reason: 'no carrier has room' };
  // Every trunk has reached its calls per second: the next free moment is reserved.
  for (let ms = waitMs; ms > 0 && trunkId !== null;) {
    await rest(ms);
    ms = await database.transaction((tx) => startOn(tx, clock.now(), trunkId));
  }
  const trunk = trunkId === null ? null : trunkName({ id: trunkId });
  const number = formatForTrunk(to.number, numberFormat);
  return provider.originate({ ...how, to: { ...to, number }, trunk });
}
