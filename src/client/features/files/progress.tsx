import type { WireRow } from '#contract/kernel/endpoint.ts';
import type { files } from '#contract/files.ts';
import { mappingText } from '#text/en/file-mapping.ts';
import { filesText as say } from '#text/en/files.ts';
import { StatusPill } from '#client/ui/status-pill.tsx';
import css from './files.module.css';

export type Job = WireRow<typeof files.jobs>;
const tones = { pending: 'plain', processing: 'warn', completed: 'good', failed: 'bad' } as const;
const longestError = 100;

export function statusOf({ type, status, isDryRun, undoneAt }: Job): string {
  if (status === 'completed' && isDryRun) return mappingText.isChecked;
  if (status === 'completed' && undoneAt !== null) return mappingText.isUndone;
  return (type === 'EXPORT' ? say.exportStatus : say.status)[status];
}

const isSettled = ({ isDryRun, undoneAt }: Job): boolean => !isDryRun && undoneAt === null;

/** How far a job is, and in a word what went wrong. */
export function Progress({ job }: { job: Job }) {
  const error =
    job.errorMsg &&
    (job.errorMsg.length > longestError ? `${job.errorMsg.slice(0, longestError)}…` : job.errorMsg);
  return (
    <span className={css.progress} title={error ?? undefined}>
      <StatusPill tone={isSettled(job) ? tones[job.status] : 'plain'}>{statusOf(job)}</StatusPill>
      {job.status !== 'failed' && job.status !== 'completed' && (
        <progress max={100} value={job.progressPercentage} aria-label={say.progress} />
      )}
    </span>
  );
}
