import { Button, FileInput, NativeSelect } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import {
  type DocumentWords,
  acceptedDocuments,
  documentFault,
  sendDocument,
} from '#kernel/client/calls/files/documents.ts';
import { useLeaveGuard } from '#kernel/client/session/leave.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { kitText } from '#text/en/kit.ts';
import formCss from '../form.module.css';

interface Draft {
  docCategoryId: number;
  key: string;
  name: string;
}
interface PapersFormProps {
  say: DocumentWords & {
    category: string;
    files: string;
    hint: string;
    submit: string;
    saved: string;
    failed: string;
    sending: (done: number, all: number) => string;
  };
  categories: readonly { id: number; name: string }[];
  /** Key prefix, and purpose of its upload links. */
  purpose: string;
  add: (drafts: Draft[]) => Promise<unknown>;
  onDone?: () => void;
}
const longestName = 120;

/** Up to ten files of one type, sent one after another and then laid where they belong together. */
export function PapersForm({ say, categories, purpose, add, onDone }: PapersFormProps) {
  const [category, setCategory] = useState('');
  const [chosen, setChosen] = useState<File[]>([]);
  const [fault, setFault] = useState<string>();
  const [trouble, setTrouble] = useState<string>();
  const [done, setDone] = useState<number>();
  useLeaveGuard(chosen.length > 0 && done === undefined);
  const docCategoryId = Number(category || categories[0]?.id);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const found = documentFault(chosen, say);
    setFault(found);
    setTrouble(undefined);
    if (found) return;
    try {
      const drafts: Draft[] = [];
      for (const [i, file] of chosen.entries()) {
        setDone(i + 1);
        const key = await sendDocument(file, purpose);
        drafts.push({ docCategoryId, key, name: file.name.slice(0, longestName) });
      }
      await add(drafts);
      notice.success(say.saved);
      setChosen([]);
      onDone?.();
    } catch (error) {
      setTrouble(wordsOf(error) ?? say.failed);
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
        clearButtonProps={{ 'aria-label': kitText.takeOut(say.files) }}
        withAsterisk
        value={chosen}
        error={fault}
        onChange={setChosen}
      />
      {done !== undefined && <p role="status">{say.sending(done, chosen.length)}</p>}
      {trouble && (
        <p className={formCss.trouble} role="alert">
          {trouble}
        </p>
      )}
      <div className={formCss.foot}>
        <Button type="submit" size="md" loading={done !== undefined}>
          {say.submit}
        </Button>
      </div>
    </form>
  );
}
