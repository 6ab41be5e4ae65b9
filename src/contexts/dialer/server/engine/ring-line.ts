/** Rings a telephone that is no borrower's: an agent's line, the target of a transfer, a listening supervisor. */
import { trunkName } from '../exchange/plan.ts';
import type { Ack, Target } from '../telephony/port.ts';
import { chooseTrunk } from '../trunks/choice.ts';
import type { Engine } from './engine-parts.ts';

interface Line {
  legId: string;
  to: Target;
  ringMs: number;
  callerId?: string | null;
  /** It hears music until it is put into a call. */
  waits?: boolean;
}

/** By a carrier with room when it is outside; safe to do twice, as one leg has one name. */
export async function ringLine({ provider, database, clock }: Engine, line: Line): Promise<Ack> {
  const { legId, to, ringMs, callerId = null, waits = false } = line;
  const { isPossible, trunkId } =
    'number' in to
      ? await database.transaction((tx) => chooseTrunk(tx, clock.now()))
      : { isPossible: true, trunkId: null };
  if (!isPossible) return { ok: false, isRetryable: true, reason: 'no carrier has room' };
  const trunk = trunkId === null ? null : trunkName({ id: trunkId });
  return provider.originate({ legId, role: 'agent', to, callerId, ringMs, trunk, waits });
}
