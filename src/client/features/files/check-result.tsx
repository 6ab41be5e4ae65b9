/** What a file would change, counted by the server; applied only when somebody says so. */
import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { files } from '#contract/files.ts';
import { mappingText as say } from '#text/en/file-mapping.ts';
import { filesText } from '#text/en/files.ts';
import { ApiFailure } from '#client/kernel/api-failure.ts';
import { markStale, useAct, useRead } from '#client/kernel/query.ts';
import { notice } from '#client/kernel/notice-store.ts';
import { onJobProgress } from '#client/kernel/realtime.ts';
import look from '#client/ui/actions.module.css';
import formCss from '#client/ui/form.module.css';
import css from './mapping.module.css';
import fileCss from './files.module.css';
import { openFile } from './open-file.ts';
import { Errors } from './preview.tsx';
import type { Job } from './progress.tsx';

/** The live line may be down. */
const lookEvery = 2000;
const counted = [
  ['totalRecords', filesText.total],
  ['correctRecords', filesText.correct],
  ['incorrectRecords', filesText.incorrect],
  ['newLoansCount', filesText.newLoans],
  ['existLoansCount', filesText.existing],
  ['reActiveLoansCount', filesText.reActivated],
  ['missingLoansCount', filesText.missing],
  ['dncLoansCount', filesText.dnc],
] as const;

function Counts({ job }: { job: Job }) {
  return (
    <dl className={css.counts}>
      {counted.map(([name, label]) => {
        const count = job[name];
        return count === null ? null : (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{count.toLocaleString('en-IN')}</dd>
          </div>
        );
      })}
    </dl>
  );
}

export function CheckResult({ id, onClose }: { id: number; onClose: () => void }) {
  const { data: job } = useRead(files.job, { id: String(id) }, { refetchInterval: lookEvery });
  const apply = useAct(files.apply);
  useEffect(() => onJobProgress(() => markStale(['files'])), []);
  const isOver = job?.status === 'completed' || job?.status === 'failed';
  if (!job || !isOver)
    return (
      <p className={fileCss.sending} role="status">
        {say.checking}
        <progress />
      </p>
    );
  if (job.status === 'failed')
    return (
      <p className={formCss.trouble} role="alert">
        {job.errorMsg ?? say.checkFailed}
      </p>
    );
  const run = async (): Promise<void> => {
    try {
      await apply.run({ id: String(id) });
      notice.success(say.applied);
      onClose();
    } catch (error) {
      notice.error(error instanceof ApiFailure ? error.words : filesText.failed);
    }
  };
  return (
    <div className={formCss.form}>
      <p className={css.about}>{say.checked}</p>
      <Counts job={job} />
      <Errors rows={job.firstErrors} />
      {job.errorFileKey && (
        <button type="button" className={look.link} onClick={() => void openFile(job.errorFileKey ?? '')}>
          {filesText.errorFile}
        </button>
      )}
      <div className={formCss.foot}>
        <Button variant="default" size="md" onClick={onClose}>
          {say.later}
        </Button>
        <Button size="md" loading={apply.busy} disabled={!job.correctRecords} onClick={() => void run()}>
          {say.apply}
        </Button>
      </div>
    </div>
  );
}
