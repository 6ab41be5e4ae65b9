import { Button, Checkbox, FileInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { fileColumns } from '#contexts/files/contract/file-kinds.ts';
import { guessMapping } from '#contexts/files/contract/reader/columns/file-proposals.ts';
import type { SendOptions } from '#contexts/files/contract/file-sends.ts';
import { files } from '#contexts/files/contract/files.ts';
import { mappingText } from '#contexts/files/text/en/file-mapping.ts';
import { filesText as say } from '#contexts/files/text/en/files.ts';
import { kitText } from '#text/en/kit.ts';
import { ApiFailure } from '#kernel/client/calls/api-failure.ts';
import { useLeaveGuard } from '#kernel/client/session/leave.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct } from '#kernel/client/calls/queries/query.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { fieldsOf } from '#kernel/ui/form/fields.ts';
import formCss from '#kernel/ui/form/form.module.css';
import { greyed } from '#kernel/ui/parts/greyed.ts';
import { Picker } from '#kernel/ui/form/inputs/picker.tsx';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';
import css from '../files.module.css';
import { CheckResult } from './check-result.tsx';
import { FileHelp } from '../file-help.tsx';
import type { FileTab } from '../file-tab.ts';
import { MappingStep } from './mapping-step.tsx';
import { ToldTotal, toldIn } from './other-total.tsx';
import { Preview } from './preview.tsx';
import { useSendOptions } from './send-options.tsx';
import { Steps } from './steps.tsx';
import { upload } from './upload.ts';
import { type MappingState, useMapping } from './use-mapping.ts';

const field = fieldsOf(files.parse);
const client = field.pick('clientId', say.client);
const portfolio = field.pick('portfolioId', say.portfolio, { within: 'clientId' });
type Faults = Partial<Record<'file' | 'client' | 'portfolio' | 'other', string>>;

const isWrong = (told: string): boolean => told !== '' && toldIn(told) === undefined;
const isCsv = ({ name }: File): boolean => /\.csv$/i.test(name);
interface Chosen {
  type: FileTab;
  file: File | null;
  clientId: string;
  portfolioId: string;
}
function faultsOf({ file, clientId, portfolioId }: Chosen, { trouble }: MappingState): Faults {
  return {
    ...(!file && { file: say.selectFile }),
    ...(file && !isCsv(file) && { file: say.onlyCsv }),
    ...(trouble !== undefined && { file: trouble }),
    ...(!clientId && { client: kitText.pleaseSelect(say.client) }),
    ...(!portfolioId && { portfolio: kitText.pleaseSelect(say.portfolio) }),
  };
}

interface Options {
  isWhole: boolean;
  hasNoAmounts: boolean;
  /** The payments' total as stated by the lender. */
  told: string;
}
const noOptions: Options = { isWhole: false, hasNoAmounts: false, told: '' };

/** Options that only the uploader can set. */
function FileOptions({
  type,
  options,
  onChange,
}: {
  type: FileTab;
  options: Options;
  onChange: (options: Options) => void;
}) {
  const { isWhole, hasNoAmounts, told } = options;
  if (type === 'PAYMENT_FILE')
    return (
      <ToldTotal
        typed={told}
        isWrong={isWrong(told)}
        onChange={(text) => onChange({ ...options, told: text })}
      />
    );
  if (type !== 'CUSTOMER_FILE') return null;
  return (
    <>
      <Checkbox
        label={mappingText.whole}
        checked={isWhole}
        onChange={({ currentTarget }) => onChange({ ...options, isWhole: currentTarget.checked })}
      />
      <Checkbox
        label={mappingText.hasNoAmounts}
        checked={hasNoAmounts}
        onChange={({ currentTarget }) => onChange({ ...options, hasNoAmounts: currentTarget.checked })}
      />
    </>
  );
}

/** Uploads the file and starts its job; returns the check's job, or nothing on an error. */
function useSending(onClose: () => void, onChecked: (id: number) => void) {
  const parse = useAct(files.parse);
  const [faults, setFaults] = useState<Faults>({});
  const [percent, setPercent] = useState<number>();
  const send = async (
    chosen: Chosen,
    state: MappingState,
    more: Options & { isDryRun: boolean; sends: SendOptions; isShort: boolean },
  ) => {
    const found = faultsOf(chosen, state);
    setFaults(found);
    const { file, type, clientId, portfolioId } = chosen;
    if (!file || state.unmatched || more.isShort || isWrong(more.told) || Object.keys(found).length) return;
    try {
      setPercent(0);
      const fileKey = await upload(file, setPercent);
      const job = await parse.run({
        fileKey,
        type,
        clientId: Number(clientId),
        portfolioId: Number(portfolioId),
        mapping: state.mapping,
        isNewRecords: more.isWhole,
        isDryRun: more.isDryRun,
        hasNoAmounts: more.hasNoAmounts,
        toldAmount: toldIn(more.told),
        ...more.sends,
      });
      if (more.isDryRun) return onChecked(job.id);
      notice.success(say.added);
      onClose();
    } catch (error) {
      setPercent(undefined);
      setFaults({ other: error instanceof ApiFailure ? error.words : say.failed });
    }
  };
  return { send, faults, percent };
}

function Reading({ type, file, state }: { type: FileTab; file: File | null; state: MappingState }) {
  const { head, mapping, isRemembered, change, trouble } = state;
  const columns = fileColumns[type];
  if (!file || !head || trouble !== undefined) return null;
  return (
    <>
      {mapping ? (
        <MappingStep {...{ columns, head, mapping, isRemembered }} onChange={change} />
      ) : (
        <button
          type="button"
          className={look.link}
          onClick={() =>
            change(
              guessMapping(
                columns,
                head.header,
                head.rows.map(({ cells }) => cells),
              ),
            )
          }
        >
          {mappingText.match}
        </button>
      )}
      <Preview {...{ columns, head, mapping }} />
    </>
  );
}

function Foot({
  percent,
  trouble,
  whyNot,
  onCheck,
}: {
  percent: number | undefined;
  trouble: string | undefined;
  whyNot: string | undefined;
  onCheck: (event: FormEvent) => void;
}) {
  const isSending = percent !== undefined;
  return (
    <>
      {isSending && (
        <label className={css.sending}>
          {say.sending(percent)}
          <progress max={100} value={percent} />
        </label>
      )}
      {trouble && (
        <p className={formCss.trouble} role="alert">
          {trouble}
        </p>
      )}
      <div className={formCss.foot}>
        <Button variant="default" size="md" disabled={isSending} onClick={onCheck} {...greyed(whyNot)}>
          {mappingText.check}
        </Button>
        <Button type="submit" size="md" loading={isSending} {...greyed(whyNot)}>
          {say.submit}
        </Button>
      </div>
    </>
  );
}

/**
 * Upload of a lender's file for a client and portfolio: validated on the device, sent over its link, then read by a job.
 */
export function UploadForm({ type, onClose }: { type: FileTab; onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [clientId, setClient] = useState('');
  const [portfolioId, setPortfolio] = useState('');
  const [options, setOptions] = useState(noOptions);
  const [checked, setChecked] = useState<number>();
  const state = useMapping(type, file, clientId);
  const { send, faults, percent } = useSending(onClose, setChecked);
  const sending = useSendOptions(type === 'IMPORT_MESSAGE_FILE');
  const isOffered = file !== null && isCsv(file);
  useLeaveGuard(file !== null && percent === undefined);
  const submit = (isDryRun: boolean) => (event: FormEvent) => {
    event.preventDefault();
    void send({ type, file, clientId, portfolioId }, state, {
      ...options,
      isDryRun,
      ...sending.read(),
    });
  };
  if (checked !== undefined)
    return (
      <Sheet title={say.uploadTitle(say.entries[type])} from="wide" onClose={onClose}>
        <Steps at="check" />
        <CheckResult id={checked} onClose={onClose} />
      </Sheet>
    );
  return (
    <Sheet title={say.uploadTitle(say.entries[type])} from={state.mapping ? 'wide' : 'box'} onClose={onClose}>
      <form className={formCss.form} noValidate onSubmit={submit(false)}>
        <Steps at={state.mapping ? 'match' : 'upload'} />
        <FileInput
          label={say.file}
          accept=".csv,text/csv"
          size="md"
          withAsterisk
          clearable
          clearButtonProps={{ 'aria-label': kitText.takeOut(say.file) }}
          placeholder={say.chooseFile}
          value={file}
          error={state.trouble ?? (isOffered ? undefined : faults.file)}
          onChange={setFile}
        />
        <Picker
          field={client}
          label={say.client}
          size="md"
          withAsterisk
          value={clientId}
          error={clientId ? undefined : faults.client}
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
          error={portfolioId ? undefined : faults.portfolio}
          onChange={setPortfolio}
        />
        <Reading type={type} file={file} state={state} />
        <FileOptions type={type} options={options} onChange={setOptions} />
        {sending.part}
        <FileHelp type={type} />
        <Foot percent={percent} trouble={faults.other} whyNot={state.unmatched} onCheck={submit(true)} />
      </form>
    </Sheet>
  );
}
