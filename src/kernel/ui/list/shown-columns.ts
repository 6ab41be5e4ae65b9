/** Which columns of a list a person sees on this device, and which stay in view; a column that is folded is offered only. */
import { useMemo, useSyncExternalStore } from 'react';
import { columnsKey } from '#kernel/client/app/preferences.ts';
import type { Column } from './column.ts';

/** By key of a column, where it differs from what the list says. */
interface Choice {
  shown?: Record<string, boolean>;
  pinned?: Record<string, boolean>;
}
const told = new Set<() => void>();
const subscribe = (onChange: () => void): (() => void) => {
  told.add(onChange);
  return () => told.delete(onChange);
};

function choiceOf(written: string | null): Choice {
  try {
    const read: unknown = JSON.parse(written ?? '{}');
    return typeof read === 'object' && read !== null ? read : {};
  } catch {
    // Somebody else's words under our key: as if nothing was chosen.
    return {};
  }
}

export interface ShownColumns<C> {
  shown: readonly C[];
  isShown: (key: string) => boolean;
  isPinned: (key: string) => boolean;
  show: (key: string, is: boolean) => void;
  pin: (key: string, is: boolean) => void;
  reset: () => void;
}

type Named = Pick<Column<never>, 'key' | 'folded' | 'pin'>;

export function useShownColumns<C extends Named>(list: string, columns: readonly C[]): ShownColumns<C> {
  const key = columnsKey(list);
  const written = useSyncExternalStore(subscribe, () => localStorage.getItem(key));
  return useMemo(() => {
    const choice = choiceOf(written);
    const write = (next: Choice): void => {
      localStorage.setItem(key, JSON.stringify(next));
      for (const tell of told) tell();
    };
    const isShown = (of: C): boolean => choice.shown?.[of.key] ?? !of.folded;
    const isPinned = (of: C): boolean => choice.pinned?.[of.key] ?? of.pin === 'start';
    const find = (name: string): C | undefined => columns.find((one) => one.key === name);
    const asked = columns
      .filter(isShown)
      .map((one) =>
        one.pin === 'end' ? one : { ...one, pin: isPinned(one) ? ('start' as const) : undefined },
      );
    return {
      // A table without columns says nothing, not even how to get them back.
      shown: asked.length > 0 ? asked : columns,
      isShown: (name) => Boolean(find(name) && isShown(find(name) as C)),
      isPinned: (name) => Boolean(find(name) && isPinned(find(name) as C)),
      show: (name, is) => write({ ...choice, shown: { ...choice.shown, [name]: is } }),
      pin: (name, is) => write({ ...choice, pinned: { ...choice.pinned, [name]: is } }),
      reset: () => write({}),
    };
  }, [key, written, columns]);
}
