/**
 * Manual decisions about payments against a file or a gateway: above a limit a second approver is needed, where a policy
 * requires it.
 */
import { visibleLoans } from '#contexts/agency/server/visible.ts';
import { type Act, line } from '#contexts/authority/server/acts/act.ts';
import { plainFacts } from '#contexts/authority/contract/rules.ts';
import type { HeldDecision } from '#contexts/payments/contract/held-payments.ts';
import { payments } from '#contexts/payments/contract/payments.ts';
import { reconciliation } from '#contexts/payments/contract/reconciliation.ts';
import {
  type DifferenceAct,
  type DifferenceKind,
  type DifferenceState,
  decidingActs,
  mayDo,
} from '#contexts/payments/contract/reconciliation-words.ts';
import { heldPaymentsText } from '#contexts/payments/text/en/held-payments.ts';
import { reconciliationText } from '#contexts/payments/text/en/reconciliation.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { tellerOf } from '../reconciliation/store.ts';

const inRupees = (paise: number): string => `₹${(paise / 100).toLocaleString('en-IN')}`;

interface Held {
  name: string;
  loanNumber: string;
  clientId: number;
  loanId: number;
  amount: number;
  reason: string;
}
const decideHeldAct: Act = {
  kind: 'payment',
  endpoint: payments.decide,
  async read(asked: { id: number; decision: HeldDecision; paymentId?: number }, { tx, actor }) {
    const is = await tx.one<Held>(sql`
      select l.borrower_name as name, l.loan_number as "loanNumber", l.client_id as "clientId", l.id as "loanId", h.amount, h.held_for as reason
      from payments h join loans l on l.id = h.loan_id
      where h.id = ${asked.id} and h.status = 'held' and ${visibleLoans(actor, sql`l.assignee_id`)}`);
    if (!is) return undefined;
    return {
      name: is.name,
      lines: [
        line('loan', null, is.loanNumber),
        line('amount', null, inRupees(is.amount)),
        line('decision', null, heldPaymentsText.decisions[asked.decision]),
      ],
      facts: plainFacts({ amount: is.amount }),
      clientId: is.clientId,
      loanId: is.loanId,
      also: [asked, is.reason],
    };
  },
};

interface Difference {
  kind: DifferenceKind;
  state: DifferenceState;
  name: string;
  loanNumber: string;
  clientId: number | null;
  loanId: number | null;
  amount: number;
  isOwn: boolean;
}
const endDifferenceAct: Act = {
  kind: 'payment',
  endpoint: reconciliation.act,
  async read({ id, act, words }: { id: string; act: DifferenceAct; words?: string }, { tx, actor }) {
    if (!decidingActs.includes(act) || !/^\d{1,15}$/.test(id)) return undefined;
    const is = await tx.one<Difference>(sql`
      select d.kind, d.state, coalesce(l.borrower_name, d.gateway) as name, coalesce(l.loan_number, '') as "loanNumber",
        d.client_id as "clientId", d.loan_id as "loanId",
        coalesce(d.made_by = ${actor.id}, false) or coalesce(${tellerOf} = ${actor.id}, false) as "isOwn",
        greatest(abs(d.ours), abs(d.theirs), case when ${act} = 'close' then 0
          else coalesce((select amount from payment_attempts where id = d.attempt_id), 0) end) as amount
      from gateway_differences d left join loans l on l.id = d.loan_id where d.id = ${Number(id)}`);
    // What they may not do at all the endpoint itself refuses.
    if (!is || is.isOwn || !words || !mayDo(is, act)) return undefined;
    return {
      name: is.name,
      lines: [
        ...(is.loanNumber ? [line('loan', null, is.loanNumber)] : []),
        line('amount', null, inRupees(is.amount)),
        line('decision', null, `${reconciliationText.kinds[is.kind]}: ${reconciliationText.acts[act]}`),
        line('reason', null, words),
      ],
      facts: plainFacts({ amount: is.amount }),
      clientId: is.clientId,
      ...(is.loanId !== null && { loanId: is.loanId }),
      also: [id, act],
    };
  },
};

export const overrideActs: readonly Act[] = [decideHeldAct, endDifferenceAct];
