/** A list from its description. */
import { useMemo, useState } from 'react';
import type { Endpoint, Input, WireRow } from '#contract/kernel/endpoint.ts';
import { defaultPageSize } from '#contract/kernel/list.ts';
import { useRead } from '#client/kernel/query.ts';
import { useUrlState } from '#client/kernel/url.ts';
import { kitText } from '#text/en/kit.ts';
import { type Filter, inputFrom } from './filters.ts';
import { momentText } from './format.ts';
import { ListCards } from './list-cards.tsx';
import css from './list.module.css';
import { ListPager } from './list-pager.tsx';
import type { ListRow, ListSpec } from './list-spec.ts';
import { ListSkeleton, ListState } from './list-states.tsx';
import { ListTable } from './list-table.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { makeSelection } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';
import { useIsPhone } from './use-media.ts';

const noFilters: readonly Filter[] = [];

/** The input of the list as the address says it. */
function useListInput<E extends Endpoint>({ filters = noFilters, fixed, active }: ListSpec<E>) {
  const { all } = useUrlState();
  const page = Number(all.page ?? 1);
  const size = Number(all.size ?? defaultPageSize);
  return useMemo(
    () => ({
      ...inputFrom(filters, all),
      ...(active ? { isActive: all.isActive !== 'false' } : {}),
      ...fixed,
      ...(all.q ? { q: all.q } : {}),
      ...(all.sort ? { sort: all.sort } : {}),
      page: Number.isSafeInteger(page) && page > 0 ? page : 1,
      size: Number.isSafeInteger(size) && size > 0 ? Math.min(size, 500) : defaultPageSize,
    }),
    [filters, fixed, active, all, page, size],
  );
}

export function listScreen<E extends Endpoint>(spec: ListSpec<E>) {
  return function ListScreen() {
    const isPhone = useIsPhone();
    const input = useListInput(spec);
    const { data, error, isPending, isPlaceholderData, asOf, refetch } = useRead(
      spec.source,
      input as Input<E>,
      {
        keepPrevious: true,
      },
    );
    const [selection] = useState(makeSelection);
    const page = data as { rows: (WireRow<E> & ListRow)[]; count: number; summary?: unknown } | undefined;
    const Layout = isPhone ? ListCards : ListTable;
    const Above = spec.above;
    return (
      <section className={css.screen} aria-labelledby="list-title">
        <ListToolbar spec={spec} input={input} count={page?.count} />
        {Above && <Above />}
        {asOf && (
          <p className={css.asOf} role="status">
            {kitText.asOf(momentText(asOf))}
          </p>
        )}
        {isPending && <ListSkeleton isPhone={isPhone} columns={Math.min(spec.columns.length, 8)} />}
        {!isPending && (error && !page ? true : page?.rows.length === 0) && (
          <ListState error={page ? null : error} empty={spec.empty} onRetry={refetch} />
        )}
        {page && page.rows.length > 0 && (
          <div data-stale={isPlaceholderData || undefined} className={css.body}>
            <Layout spec={spec as never} rows={page.rows} summary={page.summary} selection={selection} />
            <ListPager page={input.page} size={input.size} count={page.count} />
          </div>
        )}
        {spec.selectable && <SelectionBar selection={selection} bar={spec.bar} />}
      </section>
    );
  };
}
