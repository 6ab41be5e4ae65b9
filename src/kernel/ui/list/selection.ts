/** What is selected, outside the list, so that one click draws one row again. */
import { useSyncExternalStore } from 'react';

export interface Selection {
  toggle(id: number): void;
  /** Puts these in or takes them out; the others stay. */
  set(ids: Iterable<number>, isSelected: boolean): void;
  clear(): void;
  has(id: number): boolean;
  all(): ReadonlySet<number>;
  subscribe(viewer: () => void): () => void;
}

export function makeSelection(): Selection {
  let ids: ReadonlySet<number> = new Set();
  const viewers = new Set<() => void>();
  const put = (next: Set<number>): void => {
    ids = next;
    for (const viewer of viewers) viewer();
  };
  return {
    toggle(id) {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      put(next);
    },
    set(some, isSelected) {
      const next = new Set(ids);
      for (const id of some) {
        if (isSelected) next.add(id);
        else next.delete(id);
      }
      put(next);
    },
    clear: () => put(new Set()),
    has: (id) => ids.has(id),
    all: () => ids,
    subscribe(viewer) {
      viewers.add(viewer);
      return () => void viewers.delete(viewer);
    },
  };
}

export const useIsSelected = (selection: Selection, id: number): boolean =>
  useSyncExternalStore(selection.subscribe, () => selection.has(id));
export const useSelected = (selection: Selection): ReadonlySet<number> =>
  useSyncExternalStore(selection.subscribe, selection.all);
