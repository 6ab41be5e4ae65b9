/**
 * Column correction: corrects all rejected or skipped cells of a column in one step, with their reading and a preview.
 */
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { files } from '#contexts/files/contract/files.ts';
import {
  type ColumnReading,
  columnReadings,
} from '#contexts/files/contract/reader/columns/column-readings.ts';
import { mendText as say } from '#contexts/files/text/en/mend-rows.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { markStale, useAct } from '#kernel/client/calls/queries/query.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { greyed } from '#kernel/ui/parts/greyed.ts';
import { PlainTable } from '#kernel/ui/list/table/plain-table.tsx';
import { cellWords } from '../cell-words.ts';
import css from './mend.module.css';
import { reasonWords } from './reason-words.ts';
import { useMarkUnsaved } from './unsaved.ts';

type Group = WireRow<typeof files.rows>['groups'][number];
type Preview = WireRow<typeof files.fixColumn>;
const count = (n: number): string => n.toLocaleString('en-IN');
const nameOf = ({ key, reason }: Group): string => `${key} ${reason}`;

function Shown({
  preview: { fits, left, unchanged, rows },
  reading,
}: {
  preview: Preview;
  reading: ColumnReading;
}) {
  const misfit = rows.find(({ now }) => now === null);
  const example = misfit && say.misfit(misfit.was || say.nothing, say.readings[reading]);
  return (
    <>
      <p role={fits === 0 ? 'alert' : 'status'} className={fits === 0 ? css.fault : undefined}>
        {fits === 0 ? '' : say.fits(fits, left)} {example} {fits === 0 && say.noneFits}{' '}
        {unchanged > 0 && say.unchanged(unchanged)}
      </p>
      <PlainTable
        label={say.firstRows}
        heads={[say.row, say.inFile, say.becomes]}
        rows={rows.map(({ n, was, now }) => ({
          key: n,
          cells: [
            count(n),
            <code key="was" className={css.was}>
              {was || say.nothing}
            </code>,
            now === null ? say.doesNotFit : now === '' ? say.leftOut : cellWords(now),
          ],
        }))}
      />
    </>
  );
}

function useColumnFix(jobId: number, group: Group | undefined) {
  const fix = useAct(files.fixColumn);
  const look = useAct(files.previewColumn);
  const [preview, setPreview] = useState<Preview>();
  /** True when the column was corrected. */
  const send = async (reading: ColumnReading, isPreview: boolean): Promise<boolean> => {
    if (!group) return false;
    try {
      const { key, reason } = group;
      const asked = { id: String(jobId), key, reason, reading };
      if (isPreview) {
        setPreview(await look.run(asked));
        return false;
      }
      const answer = await fix.run(asked);
      notice.success(say.columnSaved(answer.fits));
      setPreview(undefined);
      markStale(['files']);
      return true;
    } catch (error) {
      notice.error(wordsOf(error) ?? say.failed);
      return false;
    }
  };
  return { preview, setPreview, send, busy: fix.busy || look.busy };
}

export function ColumnFix({
  jobId,
  groups,
  isOpen,
  whyClosed,
}: {
  jobId: number;
  groups: readonly Group[];
  isOpen: boolean;
  /** Why rows of this file cannot be corrected. */
  whyClosed: string | false;
}) {
  const [chosen, setChosen] = useState('');
  const [reading, setReading] = useState<ColumnReading>();
  const group = groups.find((one) => nameOf(one) === chosen) ?? groups[0];
  const { preview, setPreview, send, busy } = useColumnFix(jobId, group);
  useMarkUnsaved(jobId, 'column', group !== undefined && reading !== undefined && preview?.fits !== 0);
  if (!group) return null;
  const save = async (now: ColumnReading): Promise<void> => {
    if (await send(now, false)) setReading(undefined);
  };
  const choose = (value: string): void => {
    const found = columnReadings.find((one) => one === value);
    setReading(found);
    setPreview(undefined);
    if (found) void send(found, true);
  };
  return (
    <section className={css.column} aria-label={say.columnTitle}>
      <h4>{say.columnTitle}</h4>
      <p className={css.quiet}>{say.columnAbout}</p>
      <div className={css.choices}>
        <NativeSelect
          label={say.column}
          size="md"
          disabled={!isOpen}
          value={nameOf(group)}
          data={groups.map((one) => ({
            value: nameOf(one),
            label: (one.leftOut === one.count ? say.groupLeft : say.group)(
              one.field,
              reasonWords(one.reason),
              one.count,
            ),
          }))}
          onChange={({ currentTarget }) => {
            setChosen(currentTarget.value);
            choose('');
          }}
        />
        <NativeSelect
          label={say.readAs}
          size="md"
          disabled={!isOpen || busy}
          value={reading ?? ''}
          data={[
            { value: '', label: '' },
            ...group.readings.map((value) => ({ value, label: say.readings[value] })),
          ]}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
      </div>
      {preview && reading && <Shown preview={preview} reading={reading} />}
      {preview && reading && (
        <div className={css.foot}>
          <Button
            type="button"
            size="md"
            loading={busy}
            {...greyed(whyClosed || (!isOpen && say.reading) || (preview.fits === 0 && say.noneFits))}
            onClick={() => void save(reading)}
          >
            {say.apply(preview.fits)}
          </Button>
        </div>
      )}
    </section>
  );
}
