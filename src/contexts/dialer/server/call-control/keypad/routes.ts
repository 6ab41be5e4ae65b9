/** Keys an agent presses in their call. */
import { keypad } from '#contexts/dialer/contract/call-control/keypad.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { implement } from '#kernel/server/http/implement.ts';
import { standingOf } from '../../agent/standing.ts';
import { attemptById } from '../../engine/attempt/attempts.ts';
import { newMove } from '../../engine/move.ts';
import { heldSession, tellDialer } from '../../place-call.ts';

export const keypadRoutes = implement(keypad, {
  async press({ keys }, context) {
    const { tx, actor, now, emit } = context;
    const { attemptId } = (await heldSession(context)).state;
    const attempt = attemptId === null ? undefined : await attemptById(tx, attemptId);
    const { state, agentId, endReason } = attempt?.state ?? {};
    if (!attempt || state !== 'bridged' || agentId !== actor.id || endReason !== null)
      throw new Failure('DIALER_BUSY');
    await tx.run(sql`
      insert into call_keys (attempt_id, keys, pressed_at) values (${attempt.id}, ${keys}, ${now})`);
    const move = newMove(tx, now);
    move.attempts.add(attempt.id);
    await tellDialer(move);
    // The digits are not logged: they may be confidential data of the borrower.
    emit('dialer.keys-pressed', { id: attempt.id, facts: { count: keys.length }, to: [actor.id] });
    return standingOf(tx, actor.id);
  },
});
