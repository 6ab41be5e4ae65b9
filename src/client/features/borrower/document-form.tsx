import { Button, FileInput, NativeSelect } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { borrowerDocuments } from '#contract/borrower-documents.ts';
import { documentPurpose } from '#contract/document-kinds.ts';
import { borrowerDocumentsText as say } from '#text/en/borrower-documents.ts';
import { wordsOf } from '#client/kernel/api-failure.ts';
import { acceptedDocuments, documentFault, sendDocument } from '#client/kernel/documents.ts';
import { useLeaveGuard } from '#client/kernel/leave.ts';
import { notice } from '#client/kernel/notice-store.ts';
import { useAct, useRead } from '#client/kernel/query.ts';
import formCss from '#client/ui/form.module.css';
import { Sheet } from '#client/ui/sheet.tsx';

/** Up to ten files of one type, sent one after another and then laid with the borrower together. */
export function DocumentForm({ borrowerId, onClose }: { borrowerId: number; onClose: () => void }) {
  const add = useAct(borrowerDocuments.add);
  const categories = useRead(borrowerDocuments.categories, {}).data ?? [];
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
      const borrowerDocs: { docCategoryId: number; key: string; name: string }[] = [];
      for (const [i, file] of chosen.entries()) {
        setDone(i + 1);
        borrowerDocs.push({
          docCategoryId,
          key: await sendDocument(file, documentPurpose),
          name: file.name.slice(0, 120),
        });
      }
      await add.run({ borrowerId, borrowerDocs });
      notice.success(say.saved);
      onClose();
    } catch (error) {
      setDone(undefined);
      setTrouble(wordsOf(error) ?? say.failed);
    }
  };
  return (
    <Sheet title={say.add} onClose={onClose}>
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
    </Sheet>
  );
}
