/** Pending request: the transaction is rolled back, and the request stored in a separate one. */
import { Failure } from '#kernel/contract/failure.ts';
import type { Database, Tx } from '../database/database.ts';
import { type EventLog, eventLog } from '../live/event.ts';
import type { Sender } from '#kernel/contract/events/sender.ts';

/** Stores it, and returns the failure for the caller. */
type Keep = (tx: Tx, events: EventLog) => Promise<Failure>;

export class KeptForOthers extends Failure {
  readonly actorId: number;
  readonly keep: Keep;
  constructor(actorId: number, keep: Keep) {
    super('WAITS_FOR_OTHERS');
    this.actorId = actorId;
    this.keep = keep;
  }
}

export const keepAsked = (
  database: Database,
  { actorId, keep }: KeptForOthers,
  sender: Sender,
): Promise<Failure> =>
  database.transaction(async (tx) => {
    const events = eventLog(actorId, sender);
    const told = await keep(tx, events);
    if (events.size > 0) await events.flush(tx, []);
    return told;
  });
