/** Selection, stored outside the list, so that one click renders one row. */
import { useSyncExternalStore } from 'react';

export interface Selection {
  toggle(id: number): void;
  /** Adds or removes these; the others are unchanged. */
  set(ids: Iterable<number>, isSelected: boolean): void;
  /** Selects every match, on all pages; changing a single row clears it. */
  setMatching(): void;
  isMatching(): boolean;
  clear(): void;
  has(id: number): boolean;
  all(): ReadonlySet<number>;
  subscribe(viewer: () => void): () => void;
}

export function makeSelection(): Selection {
  let ids: ReadonlySet<number> = new Set();
  let isMatching = false;
  const viewers = new Set<() => void>();
  const put = (next: ReadonlySet<number>, matching = false): void => {
    ids = next;
    isMatching = matching;
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
    setMatching: () => put(new Set(ids), true),
    isMatching: () => isMatching,
    clear: () => put(new Set()),
    has: (id) => isMatching || ids.has(id),
    all: () => ids,
    subscribe(viewer) {
      viewers.add(viewer);
      return () => void viewers.delete(viewer);
    },
  };
}

export const useIsSelected = (selection: Selection, id: number): boolean =>
  useSyncExternalStore(
    selection.subscribe,
    () => selection.has(id),
    () => false,
  );
export const useSelected = (selection: Selection): ReadonlySet<number> =>
  useSyncExternalStore(selection.subscribe, selection.all, selection.all);
export const useIsMatching = (selection: Selection): boolean =>
  useSyncExternalStore(selection.subscribe, selection.isMatching, selection.isMatching);
