import { Suspense, lazy, useEffect } from 'react';
import { files } from '#contract/files.ts';
import { may } from '#contract/kernel/access.ts';
import type { WireRow } from '#contract/kernel/endpoint.ts';
import { filesText as say } from '#text/en/files.ts';
import { markStale } from '#client/kernel/query.ts';
import { onJobProgress } from '#client/kernel/realtime.ts';
import { useActor } from '#client/kernel/session.tsx';
import { useUrlState } from '#client/kernel/url.ts';
import { columnsOf } from '#client/ui/columns.tsx';
import { listScreen } from '#client/ui/list-screen.tsx';
import css from './files.module.css';
import { openFile } from './open-file.ts';
import { Progress } from './progress.tsx';

type Job = WireRow<typeof files.jobs>;
const col = columnsOf(files.jobs);

const ErrorFile = ({ job }: { job: Job }) =>
  job.errorFileKey ? (
    <button type="button" className={css.link} onClick={() => void openFile(job.errorFileKey ?? '')}>
      {say.errorFile}
    </button>
  ) : null;

const loadUpload = () => import('./upload-form.tsx');
const UploadForm = lazy(async () => ({ default: (await loadUpload()).UploadForm }));

function Tools() {
  const actor = useActor();
  const { get, set } = useUrlState();
  useEffect(() => onJobProgress(() => markStale(['files'])), []);
  if (!may(actor, 'upload_borrower_file')) return null;
  return (
    <>
      <button
        type="button"
        className={css.main}
        onPointerEnter={() => void loadUpload()}
        onClick={() => set({ upload: 'CUSTOMER_FILE' }, 'push')}
      >
        {say.upload}
      </button>
      {get('upload') && (
        <Suspense>
          <UploadForm onClose={() => set({ upload: undefined })} />
        </Suspense>
      )}
    </>
  );
}

/** Files that were sent in, what became of their rows, and the way to send one. */
export const FilesScreen = listScreen({
  source: files.jobs,
  title: say.title,
  empty: say.empty,
  fixed: { type: 'CUSTOMER_FILE' },
  tools: Tools,
  columns: [
    col.text('fileName', say.file, { width: 220, pin: 'start' }),
    col.custom('status', say.progress, (job) => <Progress job={job} />, {
      text: ({ status }) => say.status[status],
      width: 190,
    }),
    col.number('totalRecords', say.total),
    col.number('correctRecords', say.correct),
    col.number('incorrectRecords', say.incorrect),
    col.number('newLoansCount', say.newLoans),
    col.number('existLoansCount', say.existing),
    col.number('reActiveLoansCount', say.reActivated, { width: 116 }),
    col.number('dncLoansCount', say.dnc, { width: 116 }),
    col.custom('errorFile', say.errorFile, (job) => <ErrorFile job={job} />, { text: () => '', width: 110 }),
    col.of('client', say.client, ({ client }) => client?.name),
    col.of('portfolio', say.portfolio, ({ jobPortfolio }) => jobPortfolio?.name),
    col.of('by', say.by, ({ jobsCreatedByUser: { firstName, lastName } }) => `${firstName} ${lastName}`),
    col.moment('createdAt', say.createdAt),
  ],
  card: (job) => ({
    who: job.fileName,
    much: job.totalRecords === null ? undefined : `${job.correctRecords ?? 0} / ${job.totalRecords}`,
    next: <Progress job={job} />,
    more: <ErrorFile job={job} />,
  }),
});
