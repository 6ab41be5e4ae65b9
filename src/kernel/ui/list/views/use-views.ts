/** The saved views of a list, which of them is shown, and how one is put on. */
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { listViews } from '#kernel/contract/list-views.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import type { Column } from '../columns/column.ts';
import type { Filter } from '../filters.ts';
import { type ShownColumns, useShownColumns } from '../columns/shown-columns.ts';
import { isShowing, viewPatch, viewWords } from './view-words.ts';

export interface ViewsOf {
  /** The list by the name of its endpoint. */
  list: string;
  filters: readonly Filter[];
  columns: readonly Column<never>[];
}
export type SavedView = WireRow<typeof listViews.all>;

export interface Views {
  all: readonly SavedView[];
  isPending: boolean;
  shown: SavedView | undefined;
  /** Neither a view nor anything else narrows the list. */
  isWhole: boolean;
  /** State to be saved. */
  now: { words: Record<string, string>; arrangement: ShownColumns<Column<never>>['arrangement'] };
  put: (view: SavedView | undefined) => void;
}

const freshFor = 600_000;

export function useViews({ list, filters, columns }: ViewsOf): Views {
  const { all: address, set } = useUrlState();
  const { arrangement, put } = useShownColumns(list, columns);
  const { data = [], isPending } = useRead(listViews.all, { list }, { staleTime: freshFor });
  return {
    all: data,
    isPending,
    shown: data.find(({ words }) => isShowing(filters, words, address)),
    isWhole: isShowing(filters, {}, address),
    now: { words: viewWords(filters, address), arrangement },
    put(view) {
      put(view?.arrangement);
      set(viewPatch(filters, view?.words ?? {}), 'push');
    },
  };
}
