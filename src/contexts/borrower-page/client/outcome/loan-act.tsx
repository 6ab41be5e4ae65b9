/** Action on a loan from Today: a disposition, a visit, a payment link; each as a dialog. */
import { Suspense, useState } from 'react';
import { loans } from '#contexts/loans/contract/loans.ts';
import { loansText } from '#contexts/loans/text/en/loans.ts';
import { kitText } from '#text/en/kit.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { ListState } from '#kernel/ui/list/list-states.tsx';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';
import type { LoanLink } from './link/payment-link.tsx';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

const AddOutcome = lazy(async () => ({ default: (await import('./form/outcome-form.tsx')).AddOutcome }));
const VisitForm = lazy(async () => ({ default: (await import('../visits/visit-form.tsx')).VisitForm }));
const PaymentLink = lazy(async () => ({ default: (await import('./link/payment-link.tsx')).PaymentLink }));
const LinkSheet = lazy(async () => ({ default: (await import('./link/link-sheet.tsx')).LinkSheet }));

interface ActProps {
  loanId: number;
  /** `visit`, `link`, a disposition kind, or a disposition id. */
  what: string;
  /** Opens a next action, such as the disposition after a visit. */
  onNext: (what: string) => void;
  onDone: (isSaved: boolean) => void;
}

export function LoanAct({ loanId, what, onNext, onDone }: ActProps) {
  const { data: loan, error, isPending, refetch } = useRead(loans.one, { id: String(loanId) });
  const [sent, setSent] = useState<LoanLink>();
  if (!loan)
    return isPending ? null : (
      <Sheet title={kitText.failed} onClose={() => onDone(false)}>
        <ListState error={error} empty={loansText.missing} onRetry={refetch} />
      </Sheet>
    );
  if (sent)
    return (
      <Suspense>
        <LinkSheet link={sent} loan={loan} onClose={() => onDone(false)} />
      </Suspense>
    );
  return (
    <Suspense>
      {what === 'visit' ? (
        // After a visit with the borrower met, the disposition form opens.
        <VisitForm
          loan={loan}
          onDone={(outcome) => (outcome === 'met' ? onNext('disposition') : onDone(outcome !== undefined))}
        />
      ) : what === 'link' ? (
        <PaymentLink loan={loan} onClose={(link) => (link ? setSent(link) : onDone(false))} />
      ) : (
        <AddOutcome loan={loan} what={what} isQuick onDone={onDone} />
      )}
    </Suspense>
  );
}
