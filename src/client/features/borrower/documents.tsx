import { Button } from '@mantine/core';
import { Suspense, lazy, useState } from 'react';
import { borrowerDocuments } from '#contract/borrower-documents.ts';
import { files } from '#contract/files.ts';
import { borrowerDocumentsText as say } from '#text/en/borrower-documents.ts';
import { kitText } from '#text/en/kit.ts';
import type { WireRow } from '#contract/kernel/endpoint.ts';
import { call } from '#client/kernel/api.ts';
import { wordsOf } from '#client/kernel/api-failure.ts';
import { notice } from '#client/kernel/notice-store.ts';
import { useAct, useRead } from '#client/kernel/query.ts';
import { momentText } from '#client/ui/format.ts';
import { Question } from '#client/ui/question.tsx';
import css from './borrower.module.css';
import documentCss from './documents.module.css';
import { Read } from './reading.tsx';

type Paper = WireRow<typeof borrowerDocuments.list>;
const AddForm = lazy(async () => ({ default: (await import('./document-form.tsx')).DocumentForm }));

/** Each look is remembered by the server; the link is good for two minutes. */
async function look({ key }: Paper): Promise<void> {
  try {
    const { url } = await call(files.readLink, { key });
    window.open(url, '_blank', 'noopener');
  } catch (error) {
    notice.error(wordsOf(error) ?? say.failed);
  }
}

/** The papers of a borrower, newest first. */
export function Documents({ borrowerId }: { borrowerId: number }) {
  const reading = useRead(borrowerDocuments.list, { id: String(borrowerId) });
  const [isAdding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<Paper>();
  return (
    <section className={css.box}>
      <div className={documentCss.head}>
        <h2>{say.title}</h2>
        <Button variant="light" onClick={() => setAdding(true)}>
          {say.add}
        </Button>
      </div>
      <Read of={reading}>
        {(rows) =>
          rows.length === 0 ? (
            <p className={css.none}>{say.none}</p>
          ) : (
            <ul className={documentCss.papers}>
              {rows.map((row) => (
                <PaperRow key={row.id} paper={row} onRemove={() => setLeaving(row)} />
              ))}
            </ul>
          )
        }
      </Read>
      {isAdding && (
        <Suspense>
          <AddForm borrowerId={borrowerId} onClose={() => setAdding(false)} />
        </Suspense>
      )}
      {leaving && <Remove paper={leaving} onDone={() => setLeaving(undefined)} />}
    </section>
  );
}

const PaperRow = ({ paper, onRemove }: { paper: Paper; onRemove: () => void }) => (
  <li>
    <button type="button" className={documentCss.name} onClick={() => void look(paper)}>
      {paper.name}
    </button>
    <span className={documentCss.about}>
      {[paper.category.name, say.size(paper.bytes / 1000), momentText(paper.createdAt), paper.by].join(' · ')}
    </span>
    <button
      type="button"
      className={documentCss.remove}
      aria-label={say.remove(paper.name)}
      onClick={onRemove}
    >
      ×
    </button>
  </li>
);

function Remove({ paper: { key, name }, onDone }: { paper: Paper; onDone: () => void }) {
  const { run, busy } = useAct(borrowerDocuments.remove);
  const answer = async (isYes: boolean): Promise<void> => {
    if (isYes)
      await run({ key }).then(
        () => notice.success(say.saved),
        (error: unknown) => notice.error(wordsOf(error) ?? say.failed),
      );
    onDone();
  };
  return (
    <Question
      words={say.askRemove(name)}
      yes={say.removeYes}
      no={kitText.cancel}
      isSafe="no"
      busy={busy}
      onAnswer={(isYes) => void answer(isYes)}
    />
  );
}
