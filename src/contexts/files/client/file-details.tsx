/** File detail: error, owner, result, and pending questions. */
import { uploadFlags } from '#contexts/files/contract/file-kinds.ts';
import { files } from '#contexts/files/contract/files.ts';
import { may } from '#kernel/contract/access.ts';
import { mappingText } from '#contexts/files/text/en/file-mapping.ts';
import { filesText as say } from '#contexts/files/text/en/files.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { useActor } from '#kernel/client/session/session.tsx';
import formCss from '#kernel/ui/form/form.module.css';
import { momentWords } from '#kernel/ui/parts/values/format.ts';
import { ListSkeleton, ListTrouble } from '#kernel/ui/list/list-states.tsx';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';
import { Applying, CheckCounts } from './upload/check-result.tsx';
import css from './upload/mapping.module.css';
import { type FileJob, statusOf } from './progress.tsx';
import { RowsKept } from './undo/stays.tsx';

function Facts({ job }: { job: FileJob }) {
  const { firstName, lastName } = job.jobsCreatedByUser;
  const facts = [
    [say.progress, statusOf(job)],
    [say.client, job.client?.name],
    [say.portfolio, job.jobPortfolio?.name],
    [say.by, `${firstName} ${lastName}`],
    [say.createdAt, momentWords(job.createdAt)],
  ] as const;
  return (
    <dl className={css.facts}>
      {facts.map(([label, value]) =>
        value ? (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

export function FileDetails({ id, onClose }: { id: number; onClose: () => void }) {
  const { data: job, error, refetch } = useRead(files.job, { id: String(id) });
  const actor = useActor();
  const waits =
    job?.isDryRun && job.status === 'completed' && job.type !== 'EXPORT' && may(actor, uploadFlags[job.type]);
  return (
    <Sheet
      title={job?.fileName ?? say.details}
      from={job && (job.incorrectRecords || job.questionsCount || job.notices.length) ? 'wide' : 'box'}
      onClose={onClose}
    >
      {!job &&
        (error ? <ListTrouble error={error} onRetry={refetch} /> : <ListSkeleton isPhone columns={1} />)}
      {job && (
        <div className={formCss.form} data-form>
          {job.errorMsg && (
            <p className={formCss.trouble} role="alert">
              {job.errorMsg}
            </p>
          )}
          <Facts job={job} />
          {!!job.keptRecords && <RowsKept job={job} />}
          {waits && !job.errorMsg && <p className={css.about}>{mappingText.checked}</p>}
          <CheckCounts job={job} />
          {waits && <Applying job={job} onClose={onClose} />}
        </div>
      )}
    </Sheet>
  );
}
