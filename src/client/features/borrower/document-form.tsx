import { borrowerDocuments } from '#contract/borrower-documents.ts';
import { documentPurpose } from '#contract/document-kinds.ts';
import { borrowerDocumentsText as say } from '#text/en/borrower-documents.ts';
import { useAct, useRead } from '#client/kernel/query.ts';
import { PapersForm } from '#client/ui/papers-form.tsx';
import { Sheet } from '#client/ui/sheet.tsx';

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
