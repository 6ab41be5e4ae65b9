/** What acts of lower contexts cause in higher ones, in order. Each is one statement for all loans of the act. */
import { withdrawLeads } from '#contexts/dialer/server/leads/withdraw.ts';
import { paidOffConsequences } from '#contexts/loans/server/pay-off.ts';
import { reassignmentConsequences } from '#contexts/loans/server/reassign.ts';
import { withdrawMessages } from '#contexts/messaging/server/communications/withdraw.ts';
import { closePaymentLinks } from '#contexts/payments/server/links/close.ts';
import { withdrawOffers, writeNoDues } from '#contexts/settlements/server/no-dues/write.ts';
import { paymentConsequences } from '#contexts/payments/server/summaries/summary.ts';
import { queuePlans } from '#contexts/settlements/server/plans/queue.ts';
import { reassignPromises } from '#contexts/work/server/promises/assignees.ts';
import { judgePaidOffPromises, queuePromises } from '#contexts/work/server/promises/queue.ts';

export function listConsequences(): void {
  reassignmentConsequences.list(reassignPromises);
  paymentConsequences.list(queuePromises, queuePlans);
  paidOffConsequences.list(
    withdrawMessages,
    closePaymentLinks,
    withdrawLeads,
    judgePaidOffPromises,
    withdrawOffers,
    writeNoDues,
  );
}
