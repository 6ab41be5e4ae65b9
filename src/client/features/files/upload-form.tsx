import { Button, FileInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { files } from '#contract/files.ts';
import { filesText as say } from '#text/en/files.ts';
import { kitText } from '#text/en/kit.ts';
import { ApiFailure } from '#client/kernel/api-failure.ts';
import { useLeaveGuard } from '#client/kernel/leave.ts';
import { notice } from '#client/kernel/notice-store.ts';
import { useAct } from '#client/kernel/query.ts';
import { fieldsOf } from '#client/ui/fields.ts';
import formCss from '#client/ui/form.module.css';
import { Picker } from '#client/ui/picker.tsx';
import { Sheet } from '#client/ui/sheet.tsx';
import css from './files.module.css';
import { FileHelp } from './file-help.tsx';
import type { FileTab } from './file-tab.ts';
import { upload } from './upload.ts';

const field = fieldsOf(files.parse);
const client = field.pick('clientId', say.client);
const portfolio = field.pick('portfolioId', say.portfolio, { within: 'clientId' });
type Faults = Partial<Record<'file' | 'client' | 'portfolio' | 'other', string>>;

/** A lender's file with its client and portfolio: sent over its own link, then read by a job. */
export function UploadForm({ type, onClose }: { type: FileTab; onClose: () => void }) {
  const parse = useAct(files.parse);
  const [file, setFile] = useState<File | null>(null);
  const [clientId, setClient] = useState('');
  const [portfolioId, setPortfolio] = useState('');
  const [faults, setFaults] = useState<Faults>({});
  const [percent, setPercent] = useState<number>();
  useLeaveGuard(file !== null && percent === undefined);

  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const found: Faults = {
      ...(!file && { file: say.selectFile }),
      ...(file && !/\.csv$/i.test(file.name) && { file: say.onlyCsv }),
      ...(!clientId && { client: kitText.pleaseSelect(say.client) }),
      ...(!portfolioId && { portfolio: kitText.pleaseSelect(say.portfolio) }),
    };
    setFaults(found);
    if (!file || Object.keys(found).length) return;
    try {
      setPercent(0);
      const fileKey = await upload(file, setPercent);
      await parse.run({
        fileKey,
        type,
        clientId: Number(clientId),
        portfolioId: Number(portfolioId),
      });
      notice.success(say.added);
      onClose();
    } catch (error) {
      setPercent(undefined);
      setFaults({ other: error instanceof ApiFailure ? error.words : say.failed });
    }
  };
  return (
    <Sheet title={say.uploadTitle(say.entries[type])} onClose={onClose}>
      <form className={formCss.form} noValidate onSubmit={(event) => void send(event)}>
        <FileInput
          label={say.file}
          accept=".csv,text/csv"
          size="md"
          withAsterisk
          clearable
          value={file}
          error={faults.file}
          onChange={setFile}
        />
        <Picker
          field={client}
          label={say.client}
          size="md"
          withAsterisk
          value={clientId}
          error={faults.client}
          onChange={(value) => {
            setClient(value);
            setPortfolio('');
          }}
        />
        <Picker
          field={portfolio}
          within={clientId}
          label={say.portfolio}
          size="md"
          withAsterisk
          value={portfolioId}
          error={faults.portfolio}
          onChange={setPortfolio}
        />
        <FileHelp type={type} />
        {percent !== undefined && (
          <label className={css.sending}>
            {say.sending(percent)}
            <progress max={100} value={percent} />
          </label>
        )}
        {faults.other && (
          <p className={formCss.trouble} role="alert">
            {faults.other}
          </p>
        )}
        <div className={formCss.foot}>
          <Button type="submit" size="md" loading={percent !== undefined}>
            {say.submit}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
