/** A list from its description. */
import { type ComponentType, Suspense, useEffect, useMemo, useState } from 'react';
import type { Endpoint, Input, WireRow } from '#kernel/contract/endpoint.ts';
import { type Reading, useRead } from '#kernel/client/calls/queries/query.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import { walkAlong } from '#kernel/client/app/walk.ts';
import { kitText } from '#text/en/kit.ts';
import { type Total, sinceText } from '../parts/values/format.ts';
import { ListCards } from './cards/list-cards.tsx';
import { type ListInput, filterOf, useListInput, useSelectionOf } from './list-input.ts';
import css from './list.module.css';
import { ListPager } from './list-pager.tsx';
import type { DrawnSpec, ListRow, ListSpec } from './list-spec.ts';
import { ListEmpty, ListPartial, ListSkeleton, ListTrouble } from './list-states.tsx';
import { ListTable } from './table/list-table.tsx';
import { ListToolbar } from './toolbar/list-toolbar.tsx';
import { SelectionBar } from './rows/selection-bar.tsx';
import { useIsPhone, useIsWide } from '../parts/use-media.ts';

type Page<E extends Endpoint> = { rows: (WireRow<E> & ListRow)[]; summary?: unknown } & Total;
const skeletonColumns = 8;

/** Creates the screen of a list: table, cards, search, filters, pages and all states. */
export function listScreen<E extends Endpoint>(spec: ListSpec<E>) {
  return function ListScreen() {
    const asked = useListInput(spec);
    const reading = useRead(spec.source, { ...asked.input, part: 'rows' } as Input<E>, {
      keepPrevious: true,
    });
    const { total, countAll } = useTotal(spec.source, asked.input, reading);
    const Above = spec.above;
    return (
      <section className={css.screen}>
        <ListToolbar spec={spec} input={asked.input} total={total} />
        {Above && <Above />}
        {reading.asOf && (
          <p className={css.asOf} role="status">
            {kitText.asOf(sinceText(reading.asOf))}
          </p>
        )}
        <ListBody spec={spec} asked={asked} reading={reading} total={total} onCountAll={countAll} />
      </section>
    );
  };
}

/**
 * Total of a list: from the page itself, else requested separately, so that the rows are not delayed. Above ten
 * thousand it is a lower bound, until the user requests the exact total.
 */
function useTotal<E extends Endpoint>(
  source: E,
  input: ListInput['input'],
  { data, isPlaceholderData }: Reading<E>,
): { total: Total; countAll: () => void } {
  const [counting, setCounting] = useState<string>();
  const own = isPlaceholderData ? undefined : (data as Total | undefined);
  const isTold = own?.count !== undefined;
  const asked = { ...input, part: 'count', page: undefined, size: undefined, sort: undefined };
  const apart = useRead(source, asked as Input<E>, { enabled: own !== undefined && !isTold });
  const scope = JSON.stringify(asked);
  const exact = useRead(source, { ...asked, part: 'exact' } as Input<E>, { enabled: counting === scope });
  const atLeast = (isTold ? own : (apart.data as Total | undefined)) ?? {};
  const all = counting === scope ? (exact.data as Total | undefined) : undefined;
  return { total: all ?? atLeast, countAll: () => setCounting(scope) };
}

function ListBody<E extends Endpoint>({
  spec,
  asked: { input, narrowing },
  reading: { data, error, isPending, isPlaceholderData, asOf, refetch },
  total,
  onCountAll,
}: {
  spec: ListSpec<E>;
  asked: ListInput;
  reading: Reading<E>;
  total: Total;
  onCountAll: () => void;
}) {
  const isPhone = useIsPhone();
  const { set } = useUrlState();
  const selection = useSelectionOf(input);
  const drawn = useDrawn(spec);
  const page = data as Page<E> | undefined;
  // Rows opened from here can continue to the next one.
  useEffect(() => walkAlong((page?.rows ?? []).flatMap((row) => spec.href?.(row) ?? [])), [page?.rows, spec]);
  if (isPending)
    return <ListSkeleton isPhone={isPhone} columns={Math.min(spec.columns.length, skeletonColumns)} />;
  if (!page) return error && <ListTrouble error={error} onRetry={refetch} />;
  if (page.rows.length === 0) {
    const why = page.count ? 'page' : narrowing.length > 0 ? 'search' : 'none';
    const back = why === 'page' ? ['page'] : [...narrowing, 'page'];
    const onBack = (): void => set(Object.fromEntries(back.map((name) => [name, undefined])));
    return <ListEmpty why={why} empty={spec.empty} fill={spec.fill} onBack={onBack} />;
  }
  const Layout = isPhone ? ListCards : ListTable;
  const beside = <Beside spec={drawn} rows={page.rows} />;
  return (
    <>
      {error && !asOf && <ListPartial onRetry={refetch} />}
      <div data-stale={isPlaceholderData || undefined} className={css.body}>
        <div className={css.sideBySide}>
          <Layout spec={drawn} rows={page.rows} summary={page.summary} selection={selection} />
          {!isPhone && beside}
        </div>
        <ListPager
          page={input.page}
          size={input.size}
          got={page.rows.length}
          total={total}
          onCountAll={onCountAll}
        />
      </div>
      {spec.selectable && (
        <SelectionBar
          selection={selection}
          bar={spec.bar}
          able={page.rows.filter(spec.selectable).map(({ id }) => id)}
          filter={spec.takesMatching ? filterOf(input) : undefined}
          total={total}
        />
      )}
    </>
  );
}

/** Row details selected by the URL, in a preview pane where space allows. */
function Beside({ spec, rows }: { spec: DrawnSpec; rows: readonly ListRow[] }) {
  const { get, set } = useUrlState();
  const isWide = useIsWide();
  const row = rows.find(({ id }) => String(id) === get('row'));
  const Shown = spec.beside as ComponentType<{ row: ListRow; onClose: () => void }> | undefined;
  if (!Shown || !isWide || !row) return null;
  return (
    <aside className={css.beside} aria-label={kitText.beside}>
      <Suspense>
        <Shown key={row.id} row={row} onClose={() => set({ row: undefined })} />
      </Suspense>
    </aside>
  );
}

/** The spec with the actions of this moment; the same one as long as they are. */
function useDrawn<E extends Endpoint>(spec: ListSpec<E>): DrawnSpec {
  const { actions } = spec;
  const useActions = typeof actions === 'function' ? actions : () => actions;
  const now = useActions();
  return useMemo(() => ({ ...spec, actions: now }) as unknown as DrawnSpec, [spec, now]);
}
