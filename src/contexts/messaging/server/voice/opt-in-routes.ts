/** Voicemail consents. */
import { numbersOfLoan } from '#contexts/contact/server/policy/contact.ts';
import { isLoanSeen } from '#contexts/loans/server/visible.ts';
import { voiceOptIns } from '#contexts/messaging/contract/voice-opt-ins.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { type Route, implement } from '#kernel/server/http/implement.ts';

const numbers = sql`loans l cross join lateral (${numbersOfLoan}) v (place, contact, phone, type)`;

export const voiceOptInRoutes: Route[] = implement(voiceOptIns, {
  async list({ loanId }, { tx, actor }) {
    if (!(await isLoanSeen(tx, actor, loanId))) throw new Failure('NOT_FOUND');
    return tx.rows<{ contact: string }>(sql`
      select v.contact from ${numbers} join voice_opt_ins o on o.mobile = v.phone and o.withdrawn_at is null
      where l.id = ${loanId} order by v.place`);
  },

  async set({ loanId, contact, isAgreed }, { tx, actor, now, emit }) {
    if (!(await isLoanSeen(tx, actor, loanId))) throw new Failure('NOT_FOUND');
    const of = await tx.one<{ mobile: string }>(sql`
      select v.phone as mobile from ${numbers} where l.id = ${loanId} and v.contact = ${contact} and v.phone is not null`);
    if (!of) throw new Failure('NOT_FOUND');
    const { mobile } = of;
    await tx.run(
      isAgreed
        ? sql`
          insert into voice_opt_ins as o (mobile, loan_id, user_id, at) values (${mobile}, ${loanId}, ${actor.id}, ${now})
          on conflict (mobile) do update set loan_id = excluded.loan_id, user_id = excluded.user_id, at = excluded.at,
            withdrawn_at = null, withdrawn_by = null where o.withdrawn_at is not null`
        : sql`
          update voice_opt_ins set withdrawn_at = ${now}, withdrawn_by = ${actor.id}
          where mobile = ${mobile} and withdrawn_at is null`,
    );
    emit('voice-opt-ins.set', { facts: { loanId, contact, isAgreed }, to: [actor.id] });
    return { contact, isAgreed };
  },
});
