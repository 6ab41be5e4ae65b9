/**
 * Rejected rows and skipped cells: the invalid cell, its reason and a field for the correct value; on phones as cards.
 */
import { Button } from '@mantine/core';
import type { FormEvent } from 'react';
import { fileColumns } from '#contexts/files/contract/file-kinds.ts';
import { mostMended } from '#contexts/files/contract/import-rows.ts';
import { files } from '#contexts/files/contract/files.ts';
import { mendText as say } from '#contexts/files/text/en/mend-rows.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { PlainTable } from '#kernel/ui/list/table/plain-table.tsx';
import { useIsPhone } from '#kernel/ui/parts/use-media.ts';
import type { FileJob } from '../progress.tsx';
import { Changes } from './changes.tsx';
import { ColumnFix } from './column-fix.tsx';
import { MendInput } from './mend-input.tsx';
import css from './mend.module.css';
import { reasonWords } from './reason-words.ts';
import { type Refused, cellIdOf, useMending } from './use-mending.ts';
import { greyed } from '#kernel/ui/parts/greyed.ts';

/** Further ones follow when these are corrected. */
const shownRows = 50;
const numberOf = (n: number): string => n.toLocaleString('en-IN');

interface RowProps {
  row: Refused;
  job: FileJob;
  mending: ReturnType<typeof useMending>;
  isOpen: boolean;
}
function Field({ row, job, mending, isOpen }: RowProps) {
  const { n, key, field, value, isLeftOut } = row;
  if (row.isFollowed)
    return <span className={css.quiet}>{isLeftOut ? say.changedSince : say.followedRow}</span>;
  if (key === null) return <span className={css.quiet}>{say.wholeRow}</span>;
  const columns = job.type === 'EXPORT' ? [] : fileColumns[job.type];
  return (
    <MendInput
      column={columns.find((one) => one.key === key)}
      label={say.valueOf(field, numberOf(n))}
      value={mending.typed[cellIdOf(row)] ?? value}
      error={mending.told[cellIdOf(row)]}
      disabled={!isOpen}
      onChange={(next) => mending.write(cellIdOf(row), next)}
    />
  );
}
const InFile = ({ value }: { value: string }) =>
  value ? <code className={css.was}>{value}</code> : <span className={css.quiet}>{say.nothing}</span>;

const reasonOf = ({ reason, isLeftOut }: Refused): string =>
  isLeftOut ? `${reasonWords(reason)}. ${say.takenWithout}` : reasonWords(reason);

const Lines = ({ rows, ...of }: { rows: readonly Refused[] } & Omit<RowProps, 'row'>) => (
  <PlainTable
    label={say.title}
    heads={[say.row, say.loan, say.column, say.inFile, say.wrong, say.value]}
    rows={rows.map((row) => ({
      key: cellIdOf(row),
      cells: [
        numberOf(row.n),
        row.loanNumber || '–',
        row.field || '–',
        row.field ? <InFile key="was" value={row.value} /> : '–',
        <span key="reason" className={css.reason}>
          {reasonOf(row)}
        </span>,
        <div key="field" className={css.field}>
          <Field row={row} {...of} />
        </div>,
      ],
    }))}
  />
);

const Cards = ({ rows, ...of }: { rows: readonly Refused[] } & Omit<RowProps, 'row'>) => (
  <ul className={css.cards}>
    {rows.map((row) => (
      <li key={cellIdOf(row)}>
        <p className={css.who}>
          <b>{row.loanNumber || say.rowOf(numberOf(row.n))}</b>
          {row.loanNumber && <span>{say.rowOf(numberOf(row.n))}</span>}
        </p>
        {row.field && (
          <p>
            {row.field}: <InFile value={row.value} />
          </p>
        )}
        <p className={css.fault}>{reasonOf(row)}</p>
        <Field row={row} {...of} />
      </li>
    ))}
  </ul>
);

export function MendRows({ job }: { job: FileJob }) {
  const { data } = useRead(files.rows, { id: String(job.id) });
  const rows = data?.rows.slice(0, shownRows) ?? [];
  const mending = useMending(job.id, rows);
  const isPhone = useIsPhone();
  if (!data) return null;
  const { changes, columns, groups } = data;
  if (rows.length + changes.length + columns.length + groups.length === 0) return null;
  const isReading = job.status !== 'completed';
  const whyClosed = (isReading && say.reading) || (!data.canMend && say.undone);
  const isOpen = !whyClosed && !mending.busy;
  const whyNot = whyClosed || (mending.count === 0 && say.changeFirst);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void mending.save();
  };
  const of = { rows, job, mending, isOpen };
  const more = data.more + data.rows.length - rows.length;
  return (
    <form className={css.mend} noValidate aria-label={say.title} onSubmit={submit}>
      <h3>{say.title}</h3>
      <ColumnFix jobId={job.id} groups={groups} isOpen={isOpen} whyClosed={whyClosed} />
      {rows.length > 0 && (
        <>
          <p className={css.quiet}>{say.about}</p>
          {isPhone ? <Cards {...of} /> : <Lines {...of} />}
          {more > 0 && <p className={css.quiet}>{say.more(more)}</p>}
          {mending.isOver && <p className={css.quiet}>{say.perSave(mostMended)}</p>}
          <div className={css.foot}>
            {isReading && <span role="status">{say.reading}</span>}
            <Button type="submit" size="md" variant="light" loading={mending.busy} {...greyed(whyNot)}>
              {say.save(mending.count)}
            </Button>
          </div>
        </>
      )}
      <Changes changes={changes} columns={columns} />
    </form>
  );
}
