/** Documents of a settlement: viewed over links of two minutes, added and deleted. */
import { settlementDocumentPurpose } from '#kernel/contract/document-kinds.ts';
import { settlements } from '#contexts/settlements/contract/settlements.ts';
import { borrowerDocumentsText as say } from '#contexts/loans/text/en/borrower-documents.ts';
import { settlementsText } from '#contexts/settlements/text/en/settlements.ts';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import { ListSkeleton, ListTrouble } from '#kernel/ui/list/list-states.tsx';
import { PapersForm } from '#kernel/ui/form/papers/papers-form.tsx';
import { Papers } from '#kernel/ui/form/papers/papers.tsx';
import css from './settlements.module.css';

export function Documents({ id }: { id: string }) {
  const { data, error, refetch } = useRead(settlements.documents, { id });
  const categories = useRead(settlements.documentCategories, {}).data ?? [];
  const add = useAct(settlements.addDocuments);
  const remove = useAct(settlements.removeDocument);
  if (!data)
    return error ? <ListTrouble error={error} onRetry={refetch} /> : <ListSkeleton isPhone columns={1} />;
  return (
    <>
      {data.length === 0 && <p className={css.about}>{settlementsText.noDocuments}</p>}
      <Papers papers={data} say={say} remove={remove} />
      <PapersForm
        say={say}
        categories={categories}
        purpose={settlementDocumentPurpose}
        add={(settlmentDocs) => add.run({ settlementId: Number(id), settlmentDocs })}
      />
    </>
  );
}
