/** The papers of a settlement: looked at over links that last two minutes, added and taken away. */
import { Button, FileInput, NativeSelect } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { settlementDocumentPurpose } from '#contract/document-kinds.ts';
import { files } from '#contract/files.ts';
import type { WireRow } from '#contract/kernel/endpoint.ts';
import { settlements } from '#contract/settlements.ts';
import { borrowerDocumentsText as say } from '#text/en/borrower-documents.ts';
import { kitText } from '#text/en/kit.ts';
import { settlementsText } from '#text/en/settlements.ts';
import { call } from '#client/kernel/api.ts';
import { wordsOf } from '#client/kernel/api-failure.ts';
import { acceptedDocuments, documentFault, sendDocument } from '#client/kernel/documents.ts';
import { notice } from '#client/kernel/notice-store.ts';
import { useAct, useRead } from '#client/kernel/query.ts';
import look from '#client/ui/actions.module.css';
import formCss from '#client/ui/form.module.css';
import { momentText } from '#client/ui/format.ts';
import { ListSkeleton, ListTrouble } from '#client/ui/list-states.tsx';
import { Question } from '#client/ui/question.tsx';
import css from './settlements.module.css';

type Paper = WireRow<typeof settlements.documents>;

/** Each look is remembered by the server. */
async function open({ key }: Paper): Promise<void> {
  try {
    const { url } = await call(files.readLink, { key });
    window.open(url, '_blank', 'noopener');
  } catch (error) {
    notice.error(wordsOf(error) ?? say.failed);
  }
}

const Row = ({ paper, onRemove }: { paper: Paper; onRemove: () => void }) => (
  <li>
    <span>
      <button type="button" className={look.link} onClick={() => void open(paper)}>
        {paper.name}
      </button>
      <small>
        {[paper.category.name, say.size(paper.bytes / 1000), momentText(paper.createdAt), paper.by].join(
          ' · ',
        )}
      </small>
    </span>
    <button type="button" className={look.plain} aria-label={say.remove(paper.name)} onClick={onRemove}>
      ×
    </button>
  </li>
);

export function Documents({ id }: { id: string }) {
  const { data, error, refetch } = useRead(settlements.documents, { id });
  const [leaving, setLeaving] = useState<Paper>();
  if (!data)
    return error ? <ListTrouble error={error} onRetry={refetch} /> : <ListSkeleton isPhone columns={1} />;
  return (
    <>
      {data.length === 0 && <p className={css.about}>{settlementsText.noDocuments}</p>}
      <ul className={css.papers}>
        {data.map((paper) => (
          <Row key={paper.id} paper={paper} onRemove={() => setLeaving(paper)} />
        ))}
      </ul>
      <Add settlementId={Number(id)} />
      {leaving && <Remove paper={leaving} onDone={() => setLeaving(undefined)} />}
    </>
  );
}

function Remove({ paper: { key, name }, onDone }: { paper: Paper; onDone: () => void }) {
  const { run, busy } = useAct(settlements.removeDocument);
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

/** Up to ten files of one type, sent one after another and then laid with the settlement together. */
function Add({ settlementId }: { settlementId: number }) {
  const add = useAct(settlements.addDocuments);
  const categories = useRead(settlements.documentCategories, {}).data ?? [];
  const [category, setCategory] = useState('');
  const [chosen, setChosen] = useState<File[]>([]);
  const [fault, setFault] = useState<string>();
  const [done, setDone] = useState<number>();
  const docCategoryId = Number(category || categories[0]?.id);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const found = documentFault(chosen, say);
    setFault(found);
    if (found) return;
    try {
      const settlmentDocs: { docCategoryId: number; key: string; name: string }[] = [];
      for (const [i, file] of chosen.entries()) {
        setDone(i + 1);
        const key = await sendDocument(file, settlementDocumentPurpose);
        settlmentDocs.push({ docCategoryId, key, name: file.name.slice(0, 120) });
      }
      await add.run({ settlementId, settlmentDocs });
      notice.success(say.saved);
      setChosen([]);
    } catch (error) {
      setFault(wordsOf(error) ?? say.failed);
    }
    setDone(undefined);
  };
  return (
    <form className={formCss.form} noValidate onSubmit={(event) => void submit(event)}>
      <NativeSelect
        label={say.category}
        size="md"
        value={category}
        data={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={({ currentTarget }) => setCategory(currentTarget.value)}
      />
      <FileInput
        label={say.files}
        description={say.hint}
        accept={acceptedDocuments}
        size="md"
        multiple
        clearable
        value={chosen}
        error={fault}
        onChange={setChosen}
      />
      {done !== undefined && <p role="status">{say.sending(done, chosen.length)}</p>}
      <div className={formCss.foot}>
        <Button type="submit" size="md" loading={done !== undefined}>
          {say.add}
        </Button>
      </div>
    </form>
  );
}
