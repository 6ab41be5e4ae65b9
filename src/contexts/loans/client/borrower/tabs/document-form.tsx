import { borrowerDocuments } from '#contexts/loans/contract/borrower-documents.ts';
import { documentPurpose } from '#kernel/contract/document-kinds.ts';
import { borrowerDocumentsText as say } from '#contexts/loans/text/en/borrower-documents.ts';
import { useAct, useRead } from '#kernel/client/calls/query.ts';
import { PapersForm } from '#kernel/ui/form/papers-form.tsx';
import { Sheet } from '#kernel/ui/parts/sheet.tsx';

export function DocumentForm({ borrowerId, onClose }: { borrowerId: number; onClose: () => void }) {
  const add = useAct(borrowerDocuments.add);
  const categories = useRead(borrowerDocuments.categories, {}).data ?? [];
  return (
    <Sheet title={say.add} onClose={onClose}>
      <PapersForm
        say={say}
        categories={categories}
        purpose={documentPurpose}
        add={(borrowerDocs) => add.run({ borrowerId, borrowerDocs })}
        onDone={onClose}
      />
    </Sheet>
  );
}
