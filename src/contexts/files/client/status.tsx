/** Status of a file in a list, one click from its details. */
import { Suspense } from 'react';
import { rowId, useSearch } from '#kernel/client/app/search.ts';
import { type FileJob, Progress } from './progress.tsx';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

const FileDetails = lazy(async () => ({ default: (await import('./file-details.tsx')).FileDetails }));

export function Status({ job }: { job: FileJob }) {
  const { set } = useSearch({ file: rowId });
  return <Progress job={job} onWhy={() => set({ file: job.id }, 'push')} />;
}

/** The file that the address opens. */
export function OpenedFile() {
  const { search, set } = useSearch({ file: rowId });
  const id = search.file;
  return (
    <Suspense>{id && <FileDetails key={id} id={id} onClose={() => set({ file: undefined })} />}</Suspense>
  );
}
