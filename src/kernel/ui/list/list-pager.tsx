import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { defaultPageSize, pageSizes } from '#kernel/contract/list.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import { kitText } from '#text/en/kit.ts';
import { type Total, countText, isLastPage } from '../parts/values/format.ts';
import { greyed } from '../parts/greyed.ts';
import look from '../parts/sheet/actions.module.css';
import css from './list.module.css';

/** Which rows these are, the way to the next ones, and how many at once. */
export function ListPager({
  page,
  size,
  got,
  total,
  onCountAll,
}: {
  page: number;
  size: number;
  got: number;
  total: Total;
  onCountAll: () => void;
}) {
  const { set } = useUrlState();
  const before = (page - 1) * size;
  const { count, isMore } = total;
  const isLast = isLastPage(total, { page, size, got });
  // A page beyond the capped total raises it.
  const all = isMore ? { count: Math.max(count ?? 0, before + got), isMore } : total;
  const go = (to: number): void => {
    set({ page: to === 1 ? undefined : String(to) }, 'push');
    window.scrollTo({ top: 0 });
  };
  return (
    <nav className={css.pager} aria-label={kitText.pages}>
      {pageSizes.some((choice) => choice === size) && (
        <label>
          <span className={css.onlyWide}>{kitText.perPage}</span>
          <select
            aria-label={kitText.perPage}
            value={size}
            onChange={({ target }) =>
              set({
                size: Number(target.value) === defaultPageSize ? undefined : target.value,
                page: undefined,
              })
            }
          >
            {pageSizes.map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
          </select>
        </label>
      )}
      <span className={css.range}>{kitText.rows(before + 1, before + got, countText(all))}</span>
      {isMore && (
        <button type="button" className={look.link} onClick={onCountAll}>
          {kitText.countAll}
        </button>
      )}
      <button
        type="button"
        aria-label={kitText.previous}
        {...greyed(page <= 1 && kitText.isFirst)}
        onClick={() => go(page - 1)}
      >
        <IconChevronLeft size={18} stroke={1.75} aria-hidden="true" />
      </button>
      <button
        type="button"
        aria-label={kitText.next}
        {...greyed(isLast && kitText.isLast)}
        onClick={() => go(page + 1)}
      >
        <IconChevronRight size={18} stroke={1.75} aria-hidden="true" />
      </button>
    </nav>
  );
}
