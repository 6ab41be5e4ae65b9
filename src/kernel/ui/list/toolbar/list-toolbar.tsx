import { Suspense, useState } from 'react';
import { IconBookmark, IconColumns3, IconDownload, IconFilter, IconSearch } from '@tabler/icons-react';
import { may } from '#kernel/contract/access.ts';
import type { Endpoint, Input } from '#kernel/contract/endpoint.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useActor, useMay } from '#kernel/client/session/session.tsx';
import { useUrlState } from '#kernel/client/app/url.ts';
import { kitText } from '#text/en/kit.ts';
import { viewsText } from '#text/en/views.ts';
import type { Column } from '../columns/column.ts';
import { type Filter, chosenIn } from '../filters.ts';
import { type Total, countText } from '../../parts/values/format.ts';
import { greyed } from '../../parts/greyed.ts';
import look from '../../parts/sheet/actions.module.css';
import css from '../list.module.css';
import type { ListSpec } from '../list-spec.ts';
import { useIsPhone } from '../../parts/use-media.ts';
import { useSearchBox } from './use-search.ts';
import { hadViews } from '../views/had-views.ts';
import type { ViewsOf } from '../views/use-views.ts';
import { lazy } from '../../parts/lazy-part.tsx';

const loadDrawer = () => import('./filter-drawer.tsx');
const ColumnsMenu = lazy(async () => ({
  default: (await import('../columns/columns-menu.tsx')).ColumnsMenu,
}));
const FilterChips = lazy(async () => ({ default: (await import('./filter-chips.tsx')).FilterChips }));
const loadSheet = () => import('../views/views-sheet.tsx');
const ViewsBar = lazy(async () => ({ default: (await import('../views/views-bar.tsx')).ViewsBar }));
const ViewsSheet = lazy(async () => ({ default: (await loadSheet()).ViewsSheet }));
const FilterDrawer = lazy(async () => ({ default: (await loadDrawer()).FilterDrawer }));

/** Title, search, filters, the Active toggle, export and what the screen adds. */
export function ListToolbar<E extends Endpoint>({
  spec,
  input,
  total,
}: {
  spec: ListSpec<E>;
  input: object;
  total: Total;
}) {
  const { all, set } = useUrlState();
  const [open, setOpen] = useState<'filters' | 'columns' | 'views'>();
  const hasViews = useMay()('staff') && Boolean(spec.filters?.length);
  const { filters = [], tools: Tools, active, title } = spec;
  const on = chosenIn(filters, all);
  const columns = spec.columns as readonly Column<never>[];
  const views = { list: spec.source.name, filters, columns };
  return (
    <header className={css.toolbar}>
      <h1>
        {title} <span className={css.count}>{countText(total)}</span>
      </h1>
      {active && (
        <ActiveToggle
          isActive={all.isActive !== 'false'}
          onChange={(is) => set({ isActive: is ? undefined : 'false', page: undefined })}
        />
      )}
      <div className={css.find}>
        <SearchBox sent={all.q ?? ''} onSearch={(q) => set({ q: q || undefined, page: undefined })} />
        {filters.length > 0 && (
          <button
            type="button"
            className={look.plain}
            aria-haspopup="dialog"
            data-on={on.length > 0 || undefined}
            onPointerEnter={() => void loadDrawer()}
            onClick={() => setOpen('filters')}
          >
            <IconFilter size={16} stroke={1.75} aria-hidden="true" />
            {on.length > 0 ? kitText.filtersOn(on.length) : kitText.filters}
          </button>
        )}
        <SortChoice columns={spec.columns} />
      </div>
      <div className={css.acts}>
        {spec.export && (
          <ExportButton spec={spec.export} input={input as Input<E>} isEmpty={total.count === 0} />
        )}
        <Arrange hasViews={hasViews} onOpen={setOpen} />
        {Tools && <Tools />}
      </div>
      <Suspense>
        {open === 'filters' && <FilterDrawer filters={filters} onClose={() => setOpen(undefined)} />}
        {open === 'columns' && (
          <ColumnsMenu list={spec.source.name} columns={columns} onClose={() => setOpen(undefined)} />
        )}
        {open === 'views' && <ViewsSheet {...views} onClose={() => setOpen(undefined)} />}
      </Suspense>
      <Narrowing views={views} hasViews={hasViews} on={on} onOpen={() => setOpen('views')} />
    </header>
  );
}

/** Buttons for columns and saved views. */
function Arrange({ hasViews, onOpen }: { hasViews: boolean; onOpen: (what: 'columns' | 'views') => void }) {
  const views = useIsPhone() ? kitText.views : viewsText.save;
  return (
    <>
      <button
        type="button"
        className={`${look.plain} ${css.onlyWide}`}
        aria-haspopup="dialog"
        aria-label={kitText.columns}
        title={kitText.columns}
        onClick={() => onOpen('columns')}
      >
        <IconColumns3 size={16} stroke={1.75} aria-hidden="true" />
      </button>
      {hasViews && (
        <button
          type="button"
          className={look.plain}
          aria-haspopup="dialog"
          aria-label={views}
          title={views}
          onPointerEnter={() => void loadSheet()}
          onClick={() => onOpen('views')}
        >
          <IconBookmark size={16} stroke={1.75} aria-hidden="true" />
        </button>
      )}
    </>
  );
}

/**
 * One row: saved views, if space allows, and active filters; hidden without either. With saved views the row is reserved
 * before they load, to avoid layout shift.
 */
function Narrowing({
  views,
  hasViews,
  on,
  onOpen,
}: {
  views: ViewsOf;
  hasViews: boolean;
  on: readonly Filter[];
  onOpen: () => void;
}) {
  const isOffered = !useIsPhone() && hasViews;
  if (!isOffered && on.length === 0) return null;
  return (
    <div className={css.narrowing} data-kept={(isOffered && hadViews(views.list)) || undefined}>
      {isOffered && (
        <Suspense>
          <ViewsBar {...views} onOpen={onOpen} />
        </Suspense>
      )}
      {on.length > 0 && (
        <Suspense>
          <FilterChips filters={views.filters} on={on} />
        </Suspense>
      )}
    </div>
  );
}

/** `/` puts the cursor here from anywhere. */
function SearchBox({ sent, onSearch }: { sent: string; onSearch: (q: string) => void }) {
  const { word, type } = useSearchBox(sent, onSearch);
  return (
    <span className={css.searchHolder}>
      <IconSearch size={16} stroke={1.75} aria-hidden="true" />
      <input
        type="search"
        className={css.search}
        aria-label={kitText.search}
        placeholder={kitText.search}
        data-shortcut="search"
        value={word}
        maxLength={100}
        onChange={({ target }) => type(target.value)}
      />
      <kbd aria-hidden="true">/</kbd>
    </span>
  );
}

/** Cards have no headers to click, so phones sort here. */
function SortChoice({ columns }: { columns: readonly Pick<Column<never>, 'label' | 'sort'>[] }) {
  const { all, set } = useUrlState();
  const sorted = columns.filter(({ sort }) => sort !== undefined);
  if (sorted.length === 0) return null;
  return (
    <select
      className={css.sort}
      aria-label={kitText.sort}
      value={all.sort ?? ''}
      onChange={({ target }) => set({ sort: target.value || undefined, page: undefined })}
    >
      <option value="">{kitText.sort}</option>
      {sorted.flatMap(({ label, sort }) => [
        <option key={sort} value={sort}>{`${label} ↑`}</option>,
        <option key={`-${sort}`} value={`-${sort}`}>{`${label} ↓`}</option>,
      ])}
    </select>
  );
}

function ActiveToggle({ isActive, onChange }: { isActive: boolean; onChange: (isActive: boolean) => void }) {
  return (
    <div className={css.toggle} role="group">
      {[true, false].map((is) => (
        <button key={String(is)} type="button" aria-pressed={is === isActive} onClick={() => onChange(is)}>
          {is ? kitText.active : kitText.inactive}
        </button>
      ))}
    </div>
  );
}

function ExportButton<I>({
  spec,
  input,
  isEmpty,
}: {
  spec: { can: Parameters<typeof may>[1]; run: (input: I) => Promise<void> };
  input: I;
  isEmpty: boolean;
}) {
  const actor = useActor();
  const [busy, setBusy] = useState(false);
  if (!may(actor, spec.can)) return null;
  const run = async (): Promise<void> => {
    setBusy(true);
    await spec.run(input).then(
      () => notice.success(kitText.exportStarted),
      () => notice.error(kitText.exportFailed),
    );
    setBusy(false);
  };
  return (
    <button
      type="button"
      className={look.plain}
      disabled={busy}
      {...greyed(isEmpty && kitText.nothingToExport)}
      onClick={() => void run()}
    >
      <IconDownload size={16} stroke={1.75} aria-hidden="true" />
      <span className={css.word}>{kitText.export}</span>
    </button>
  );
}
