import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { borrowerDocuments } from '#contexts/loans/contract/borrower-documents.ts';
import { borrowerDocumentsText as say } from '#contexts/loans/text/en/borrower-documents.ts';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import { Papers } from '#kernel/ui/form/papers/papers.tsx';
import css from '../borrower.module.css';
import type { Loan } from '../loan/loan.ts';
import { Read } from '../reading.tsx';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

const AddForm = lazy(async () => ({ default: (await import('./document-form.tsx')).DocumentForm }));

/** Documents of a borrower, newest first. */
export function Documents({ loan }: { loan: Loan }) {
  const { borrowerId } = loan;
  const reading = useRead(borrowerDocuments.list, { id: String(borrowerId) });
  const remove = useAct(borrowerDocuments.remove);
  const [isAdding, setAdding] = useState(false);
  return (
    <section className={css.box}>
      <div className={css.boxHead}>
        <h2>{say.title}</h2>
        <Button variant="light" onClick={() => setAdding(true)}>
          {say.add}
        </Button>
      </div>
      <Read of={reading}>
        {(papers) =>
          papers.length === 0 ? (
            <p className={css.none}>{say.none}</p>
          ) : (
            <Papers papers={papers} say={say} remove={remove} />
          )
        }
      </Read>
      {isAdding && (
        <Suspense>
          <AddForm loan={loan} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </section>
  );
}
