/** The papers of a settlement: looked at over links that last two minutes, added and taken away. */
import { settlementDocumentPurpose } from '#contract/document-kinds.ts';
import { settlements } from '#contract/settlements.ts';
import { borrowerDocumentsText as say } from '#text/en/borrower-documents.ts';
import { settlementsText } from '#text/en/settlements.ts';
import { useAct, useRead } from '#client/kernel/query.ts';
import { ListSkeleton, ListTrouble } from '#client/ui/list-states.tsx';
import { PapersForm } from '#client/ui/papers-form.tsx';
import { Papers } from '#client/ui/papers.tsx';
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
