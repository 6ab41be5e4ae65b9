import { useEffect } from 'react';
import { files } from '#contexts/files/contract/files.ts';
import { exportTypes } from '#kernel/contract/export-types.ts';
import { filesText as say } from '#contexts/files/text/en/files.ts';
import { markStale } from '#kernel/client/calls/queries/query.ts';
import { onJobProgress } from '#kernel/client/calls/live/realtime.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { listScreen } from '#kernel/ui/list/list-screen.tsx';
import css from './files.module.css';
import { openFile } from './open-file.ts';
import { type FileJob, statusOf } from './progress.tsx';
import { OpenedFile, Status } from './status.tsx';

const col = columnsOf(files.jobs);
const listOf = ({ exportType }: FileJob): string =>
  exportTypes.find(({ id }) => id === exportType)?.name ?? exportType ?? '';
const personOf = ({ jobsCreatedByUser: { firstName, lastName } }: FileJob): string =>
  `${firstName} ${lastName}`;

function Download({ job }: { job: FileJob }) {
  if (job.status !== 'completed') return null;
  if (!job.fileKey) return <span className={css.gone}>{say.expired}</span>;
  return (
    <button type="button" className={look.link} onClick={() => void openFile(job.fileKey ?? '')}>
      {say.download}
    </button>
  );
}

function Live() {
  useEffect(() => onJobProgress(() => markStale(['files'])), []);
  return <OpenedFile />;
}

/** List exports of the user, downloadable for a week. */
export const ExportsScreen = listScreen({
  source: files.jobs,
  title: say.exportsTitle,
  empty: say.exportsEmpty,
  fixed: { type: 'EXPORT' },
  tools: Live,
  columns: [
    col.text('fileName', say.file, { width: 230, pin: 'start' }),
    col.of('list', say.list, listOf, { width: 140 }),
    col.custom('status', say.progress, (job) => <Status job={job} />, { text: statusOf, width: 160 }),
    col.number('totalRecords', say.rows),
    col.custom('download', say.download, (job) => <Download job={job} />, { text: () => '', width: 170 }),
    col.of('by', say.by, personOf),
    col.moment('createdAt', say.askedAt),
  ],
  card: (job) => ({
    who: job.fileName,
    much: job.totalRecords === null ? undefined : job.totalRecords.toLocaleString('en-IN'),
    next: <Status job={job} />,
    more: <Download job={job} />,
  }),
});
