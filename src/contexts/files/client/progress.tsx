import type { WireRow } from '#kernel/contract/endpoint.ts';
import type { files } from '#contexts/files/contract/files.ts';
import { mappingText } from '#contexts/files/text/en/file-mapping.ts';
import { filesText as say } from '#contexts/files/text/en/files.ts';
import { StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import css from './files.module.css';

export type FileJob = WireRow<typeof files.jobs>;
const tones = { pending: 'plain', processing: 'warn', completed: 'good', failed: 'bad' } as const;
export function statusOf({ type, status, isDryRun, undoneAt, keptRecords, errorMsg }: FileJob): string {
  if (status === 'completed' && isDryRun) return errorMsg ? mappingText.isHeld : mappingText.isChecked;
  if (status === 'completed' && undoneAt !== null)
    return keptRecords ? mappingText.isUndoneInPart : mappingText.isUndone;
  return (type === 'EXPORT' ? say.exportStatus : say.status)[status];
}

const isSettled = ({ isDryRun, undoneAt }: FileJob): boolean => !isDryRun && undoneAt === null;

/** Progress or error of a job: a click shows all of it, also for keyboards and screen readers. */
export function Progress({ job, onWhy }: { job: FileJob; onWhy: () => void }) {
  return (
    <span className={css.progress}>
      <StatusPill tone={isSettled(job) ? tones[job.status] : 'plain'}>{statusOf(job)}</StatusPill>
      {job.errorMsg && (
        <button type="button" className={look.link} aria-label={say.whyOf(job.fileName)} onClick={onWhy}>
          {say.why}
        </button>
      )}
      {!job.errorMsg && !!job.heldRecords && (
        <button type="button" className={look.link} aria-label={say.heldOf(job.fileName)} onClick={onWhy}>
          {say.held(job.heldRecords)}
        </button>
      )}
      {job.status !== 'failed' && job.status !== 'completed' && (
        <progress max={100} value={job.progressPercentage} aria-label={say.progress} />
      )}
    </span>
  );
}
