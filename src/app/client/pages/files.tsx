import { Suspense, useEffect } from 'react';
import { loans } from '#contexts/loans/contract/loans.ts';
import { twinsText } from '#contexts/loans/text/en/loan-twins.ts';
import { mayTrack } from '#contexts/messaging/contract/communications.ts';
import { uploadFlags } from '#contexts/files/contract/file-kinds.ts';
import { files, jobTypes } from '#contexts/files/contract/files.ts';
import { type Actor, may } from '#kernel/contract/access.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { communicationsText } from '#contexts/messaging/text/en/communications.ts';
import { mappingText } from '#contexts/files/text/en/file-mapping.ts';
import { filesText as say } from '#contexts/files/text/en/files.ts';
import { markStale } from '#kernel/client/calls/queries/query.ts';
import { onJobProgress } from '#kernel/client/calls/live/realtime.ts';
import { oneOf, rowId, useSearch } from '#kernel/client/app/search.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { CountNotice } from '#kernel/ui/list/count-notice.tsx';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { momentWords } from '#kernel/ui/parts/values/format.ts';
import { listScreen } from '#kernel/ui/list/list-screen.tsx';
import { TabStrip } from '#kernel/ui/parts/tab-strip.tsx';
import { hasCount } from '#contexts/files/client/file-counts.ts';
import { type FileTab, useFileTab } from '#contexts/files/client/file-tab.ts';
import { openFile } from '#contexts/files/client/open-file.ts';
import { statusOf } from '#contexts/files/client/progress.tsx';
import { OpenedFile, Status } from '#contexts/files/client/status.tsx';
import { UploadMenu } from '#contexts/files/client/upload/upload-menu.tsx';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

type Job = WireRow<typeof files.jobs>;
const col = columnsOf(files.jobs);

const ErrorFile = ({ job }: { job: Job }) =>
  job.errorFileKey ? (
    <button type="button" className={look.link} onClick={() => void openFile(job.errorFileKey ?? '')}>
      {say.errorFile}
    </button>
  ) : null;

const inWords = (n: number): string => n.toLocaleString('en-IN');

const mayAct = (actor: Actor, kind: Job['type']): boolean =>
  kind !== 'EXPORT' && may(actor, uploadFlags[kind]);

const loadUpload = () => import('#contexts/files/client/upload/upload-form.tsx');
const UploadForm = lazy(async () => ({ default: (await loadUpload()).UploadForm }));
const loadOfFile = () => import('./of-file.tsx');
const MessagesOfFile = lazy(async () => ({ default: (await loadOfFile()).MessagesOfFile }));
const UndoSheet = lazy(async () => ({
  default: (await import('#contexts/files/client/undo/undo-sheet.tsx')).UndoSheet,
}));
const NumbersOfFile = lazy(async () => ({ default: (await loadOfFile()).NumbersOfFile }));

/** What of a file the address opens. */
function OfFile() {
  const { search, set } = useSearch({ messages: rowId, numbers: rowId, undo: rowId });
  const { messages, numbers, undo } = search;
  return (
    <Suspense>
      {messages && <MessagesOfFile jobId={messages} onClose={() => set({ messages: undefined })} />}
      {undo && <UndoSheet key={undo} id={undo} onClose={() => set({ undo: undefined })} />}
      {numbers && <NumbersOfFile jobId={numbers} onClose={() => set({ numbers: undefined })} />}
    </Suspense>
  );
}

function Tools() {
  const { search, set } = useSearch({ upload: oneOf(jobTypes) });
  const { choose } = useFileTab();
  useEffect(() => onJobProgress(() => markStale(['files'])), []);
  const type = search.upload;
  const pick = (chosen: FileTab): void => {
    // The list shows what becomes of the file.
    choose(chosen);
    set({ upload: chosen }, 'push');
  };
  return (
    <>
      <UploadMenu onPick={pick} onNear={() => void loadUpload()} />
      <OpenedFile />
      <OfFile />
      {type && (
        <Suspense>
          <UploadForm key={type} type={type} onClose={() => set({ upload: undefined })} />
        </Suspense>
      )}
    </>
  );
}

function Tabs() {
  const { tab, choose } = useFileTab();
  return (
    <TabStrip
      label={say.tabsLabel}
      tabs={jobTypes.map((key) => ({ key, label: say.tabs[key] }))}
      now={tab}
      onChoose={(key) => choose(jobTypes.find((one) => one === key) ?? tab)}
    />
  );
}

/** Loans of earlier files that are here twice. */
const duplicates = '/admin/borrowers/duplicates';
const Above = () => (
  <>
    <CountNotice source={loans.twins} words={twinsText.notice} to={duplicates} label={twinsText.compare} />
    <Tabs />
  </>
);

const countColumns = [
  ['newLoansCount', col.number('newLoansCount', say.newLoans)],
  ['existLoansCount', col.number('existLoansCount', say.existing)],
  ['reActiveLoansCount', col.number('reActiveLoansCount', say.reActivated, { width: 116 })],
  [
    'missingLoansCount',
    col.of('missing', say.missing, ({ isNewRecords, missingLoansCount: n }) =>
      isNewRecords && n !== null ? inWords(n) : undefined,
    ),
  ],
  ['dncLoansCount', col.number('dncLoansCount', say.dnc, { width: 116 })],
] as const;

const listOf = (type: FileTab) =>
  listScreen({
    source: files.jobs,
    title: say.title,
    empty: say.empty,
    fixed: { type },
    tools: Tools,
    above: Above,
    columns: [
      col.text('fileName', say.file, { width: 220, pin: 'start' }),
      col.custom('status', say.progress, (job) => <Status job={job} />, {
        text: statusOf,
        width: 190,
      }),
      col.of('client', say.client, ({ client }) => client?.name),
      col.moment('createdAt', say.createdAt),
      col.number('totalRecords', say.total),
      col.number('correctRecords', say.correct),
      col.number('incorrectRecords', say.incorrect),
      ...countColumns.flatMap(([count, column]) => (hasCount(type, count) ? [column] : [])),
      col.custom('errorFile', say.errorFile, (job) => <ErrorFile job={job} />, {
        text: () => '',
        width: 110,
      }),
      col.of('portfolio', say.portfolio, ({ jobPortfolio }) => jobPortfolio?.name),
      col.of('by', say.by, ({ jobsCreatedByUser: { firstName, lastName } }) => `${firstName} ${lastName}`),
    ],
    actions: [
      { label: say.details, run: ({ id }, set) => set({ file: String(id) }, 'push') },
      {
        label: communicationsText.details,
        can: mayTrack,
        when: ({ type: kind, isDryRun }) => kind === 'IMPORT_MESSAGE_FILE' && !isDryRun,
        run: ({ id }, set) => set({ messages: String(id) }, 'push'),
      },
      {
        label: communicationsText.ofFile,
        can: 'list_dnc',
        when: ({ type: kind, isDryRun }) => kind === 'DNC_FILE' && !isDryRun,
        run: ({ id }, set) => set({ numbers: String(id) }, 'push'),
      },
      {
        label: mappingText.apply,
        run: files.apply,
        // If a number must be typed, the details dialog prompts for it.
        when: ({ isDryRun, status, type: kind, missingToConfirm, amountToConfirm, questionsCount }, actor) =>
          isDryRun &&
          status === 'completed' &&
          missingToConfirm === null &&
          amountToConfirm === null &&
          !questionsCount &&
          mayAct(actor, kind),
        asks: ({ fileName }) => mappingText.askApply(fileName),
        says: { done: mappingText.applied },
      },
      {
        label: mappingText.undo,
        run: ({ id }, set) => set({ undo: String(id) }, 'push'),
        when: ({ canUndo, status, type: kind }, actor) =>
          canUndo && (status === 'completed' || status === 'failed') && mayAct(actor, kind),
      },
    ],
    card: (job) => ({
      who: job.fileName,
      much:
        job.totalRecords === null
          ? undefined
          : `${inWords(job.correctRecords ?? 0)} / ${inWords(job.totalRecords)}`,
      next: (
        <>
          <Status job={job} /> {[job.client?.name, momentWords(job.createdAt)].filter(Boolean).join(' · ')}
        </>
      ),
      more: <ErrorFile job={job} />,
    }),
  });
const lists = Object.fromEntries(jobTypes.map((type) => [type, listOf(type)])) as Record<
  FileTab,
  ReturnType<typeof listOf>
>;

/** Files that were sent in, what became of their rows, and the way to send one. */
export function FilesScreen() {
  const { tab } = useFileTab();
  const List = lists[tab];
  return <List />;
}
