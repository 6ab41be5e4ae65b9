import { defaultPageSize, pageSizes } from '#contract/kernel/list.ts';
import { useUrlState } from '#client/kernel/url.ts';
import { kitText } from '#text/en/kit.ts';
import css from './list.module.css';

/** Which rows these are, the way to the next ones, and how many at once. */
export function ListPager({ page, size, count }: { page: number; size: number; count: number }) {
  const { set } = useUrlState();
  const last = Math.max(1, Math.ceil(count / size));
  const go = (to: number): void => {
    set({ page: to === 1 ? undefined : String(to) }, 'push');
    window.scrollTo({ top: 0 });
  };
  return (
    <nav className={css.pager} aria-label={kitText.pages}>
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
      <span className={css.range}>
        {kitText.rows((page - 1) * size + 1, Math.min(page * size, count), count)}
      </span>
      <button type="button" aria-label={kitText.previous} disabled={page <= 1} onClick={() => go(page - 1)}>
        ‹
      </button>
      <button type="button" aria-label={kitText.next} disabled={page >= last} onClick={() => go(page + 1)}>
        ›
      </button>
    </nav>
  );
}
