/** How a file is doing in a list, one press away from everything known of it. */
import { Suspense, lazy } from 'react';
import { useUrlState } from '#kernel/client/app/url.ts';
import { type Job, Progress } from './progress.tsx';

const FileDetails = lazy(async () => ({ default: (await import('./file-details.tsx')).FileDetails }));

export function Status({ job }: { job: Job }) {
  const { set } = useUrlState();
  return <Progress job={job} onWhy={() => set({ file: String(job.id) }, 'push')} />;
}

/** The file that the address opens. */
export function OpenedFile() {
  const { get, set } = useUrlState();
  const id = Number(get('file'));
  return (
    <Suspense>{id > 0 && <FileDetails key={id} id={id} onClose={() => set({ file: undefined })} />}</Suspense>
  );
}
