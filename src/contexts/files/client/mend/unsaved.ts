/** Files with corrections that are chosen or typed and not saved: applying such a file would lose them. */
import { useEffect, useSyncExternalStore } from 'react';

/** What is not saved: cells of rows, or another reading of a column. */
type Unsaved = 'rows' | 'column';
const kinds: readonly Unsaved[] = ['rows', 'column'];
const marks = new Set<string>();
const listeners = new Set<() => void>();
const markOf = (jobId: number, kind: Unsaved): string => `${jobId} ${kind}`;
function mark(name: string, isUnsaved: boolean): void {
  if (isUnsaved) marks.add(name);
  else marks.delete(name);
  for (const listener of listeners) listener();
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Marks the file while corrections of this kind are open on this screen. */
export function useMarkUnsaved(jobId: number, kind: Unsaved, isUnsaved: boolean): void {
  useEffect(() => {
    mark(markOf(jobId, kind), isUnsaved);
    return () => mark(markOf(jobId, kind), false);
  }, [jobId, kind, isUnsaved]);
}
export const useUnsaved = (jobId: number): Unsaved | undefined =>
  useSyncExternalStore(subscribe, () => kinds.find((kind) => marks.has(markOf(jobId, kind))));
