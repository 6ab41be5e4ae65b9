/** Loans missing in a complete list: their number, the first ones, all as a file. */
import { TextInput } from '@mantine/core';
import { mappingText as say } from '#contexts/files/text/en/file-mapping.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import formCss from '#kernel/ui/form/form.module.css';
import css from './mapping.module.css';
import { openFile } from '../open-file.ts';
import type { FileJob } from '../progress.tsx';

const inWords = (count: number | null): string => (count ?? 0).toLocaleString('en-IN');

export function MissingLoans({ job }: { job: FileJob }) {
  const { isNewRecords, unclearRecords, missingToConfirm, firstMissing, missingFileKey } = job;
  if (!isNewRecords) return null;
  if (unclearRecords) return <p className={css.about}>{say.unclear(unclearRecords)}</p>;
  if (missingToConfirm === null) return null;
  const more = missingToConfirm - firstMissing.length;
  return (
    <section className={css.step} aria-label={say.goingInactive}>
      <p className={formCss.trouble} role="alert">
        {say.wouldBeInactive(inWords(missingToConfirm), inWords(job.activeLoansCount))}
      </p>
      <ul className={css.errors}>
        {firstMissing.map(({ loanNumber, name }) => (
          <li key={loanNumber}>
            {loanNumber} {name}
          </li>
        ))}
        {more > 0 && <li>{say.andMore(inWords(more))}</li>}
      </ul>
      {missingFileKey && (
        <button type="button" className={look.link} onClick={() => void openFile(missingFileKey)}>
          {say.missingFile}
        </button>
      )}
    </section>
  );
}

/** The number has to be typed: a confirmation strong enough for deactivating a thousand loans. */
export function ConfirmMissing({
  count,
  typed,
  onChange,
}: {
  count: number | null;
  typed: string;
  onChange: (typed: string) => void;
}) {
  if (count === null) return null;
  return (
    <TextInput
      label={say.typeNumber(count)}
      size="md"
      inputMode="numeric"
      autoComplete="off"
      value={typed}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
