import { borrowerDocuments } from '#contexts/loans/contract/borrower-documents.ts';
import { documentPurpose } from '#kernel/contract/document-kinds.ts';
import { borrowerDocumentsText as say } from '#contexts/loans/text/en/borrower-documents.ts';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import { PapersForm } from '#kernel/ui/form/papers/papers-form.tsx';
import type { Loan } from '../loan/loan.ts';
import { LoanSheet } from '../loan/loan-sheet.tsx';

export function DocumentForm({ loan, onClose }: { loan: Loan; onClose: () => void }) {
  const add = useAct(borrowerDocuments.add);
  const categories = useRead(borrowerDocuments.categories, {}).data ?? [];
  return (
    <LoanSheet loan={loan} title={say.add} onClose={onClose}>
      <PapersForm
        say={say}
        categories={categories}
        purpose={documentPurpose}
        add={(borrowerDocs) => add.run({ borrowerId: loan.borrowerId, borrowerDocs })}
        onDone={onClose}
      />
    </LoanSheet>
  );
}
