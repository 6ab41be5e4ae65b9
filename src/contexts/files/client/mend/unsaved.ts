/** Files with corrections that are typed and not saved: applying such a file would lose them. */
import { useEffect, useSyncExternalStore } from 'react';

const jobs = new Set<number>();
const listeners = new Set<() => void>();
function mark(jobId: number, isUnsaved: boolean): void {
  if (isUnsaved) jobs.add(jobId);
  else jobs.delete(jobId);
  for (const listener of listeners) listener();
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Marks the file while corrections are typed on this screen. */
export function useMarkUnsaved(jobId: number, isUnsaved: boolean): void {
  useEffect(() => {
    mark(jobId, isUnsaved);
    return () => mark(jobId, false);
  }, [jobId, isUnsaved]);
}
export const useHasUnsaved = (jobId: number): boolean =>
  useSyncExternalStore(subscribe, () => jobs.has(jobId));
