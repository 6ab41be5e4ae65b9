/** Which columns of a list a person sees on this device, how wide, and which stay in view; a folded one is offered only. */
import { useMemo, useSyncExternalStore } from 'react';
import { columnWidth } from '#kernel/contract/fields/column-width.ts';
import type { Arrangement } from '#kernel/contract/list-views.ts';
import { columnsKey } from '#kernel/client/app/preferences.ts';
import type { Column } from './column.ts';

/** Differences from the list's columns, by key; within a saved view also the user's earlier choice. */
interface Choice extends Arrangement {
  own?: Arrangement;
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
    // Another program's value under our key: as if no columns were chosen.
    return {};
  }
}
const plain = ({ shown, pinned, widths }: Choice): Arrangement => ({ shown, pinned, widths });

/** The user's choice, limited to the list's columns; undefined without one. */
const within = (width: number | undefined): number | undefined =>
  width === undefined ? undefined : Math.round(Math.min(columnWidth.max, Math.max(columnWidth.min, width)));

export interface ShownColumns<C> {
  shown: readonly C[];
  /** All that differs from the list itself. */
  arrangement: Arrangement;
  isShown: (key: string) => boolean;
  isPinned: (key: string) => boolean;
  widthOf: (key: string) => number;
  show: (key: string, is: boolean) => void;
  pin: (key: string, is: boolean) => void;
  /** Undefined: default width. */
  resize: (key: string, width: number | undefined) => void;
  reset: () => void;
  /** Applies a saved view; undefined restores the user's choice. */
  put: (view: Arrangement | undefined) => void;
}

type Named = Pick<Column<never>, 'key' | 'folded' | 'pin' | 'width' | 'isSized'>;

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
    const widthOf = (of: C): number => within(choice.widths?.[of.key]) ?? of.width;
    const find = (name: string): C | undefined => columns.find((one) => one.key === name);
    const asked = columns.filter(isShown).map((one) => ({
      ...one,
      width: widthOf(one),
      isSized: choice.widths?.[one.key] !== undefined,
      pin: one.pin === 'end' ? one.pin : isPinned(one) ? ('start' as const) : undefined,
    }));
    return {
      // A table without columns shows nothing, not even how to restore them.
      shown: asked.length > 0 ? asked : columns,
      arrangement: plain(choice),
      isShown: (name) => Boolean(find(name) && isShown(find(name) as C)),
      isPinned: (name) => Boolean(find(name) && isPinned(find(name) as C)),
      widthOf: (name) => (find(name) ? widthOf(find(name) as C) : columnWidth.min),
      show: (name, is) => write({ ...choice, shown: { ...choice.shown, [name]: is } }),
      pin: (name, is) => write({ ...choice, pinned: { ...choice.pinned, [name]: is } }),
      resize(name, width) {
        const { [name]: _, ...others } = choice.widths ?? {};
        const chosen = within(width);
        write({ ...choice, widths: chosen === undefined ? others : { ...others, [name]: chosen } });
      },
      reset: () => write({ own: choice.own }),
      put(view) {
        if (view) write({ ...view, own: choice.own ?? plain(choice) });
        else if (choice.own) write(choice.own);
      },
    };
  }, [key, written, columns]);
}
