import { ApiFailure, Unreachable } from '#client/kernel/api-failure.ts';
import { useUrlState } from '#client/kernel/url.ts';
import { kitText } from '#text/en/kit.ts';
import css from './list.module.css';

/** The layout that will come, in grey. */
export function ListSkeleton({ isPhone, columns }: { isPhone: boolean; columns: number }) {
  const lines = Array.from({ length: isPhone ? 5 : 8 }, (_, i) => i);
  const cells = Array.from({ length: isPhone ? 2 : columns }, (_, i) => i);
  return (
    <div
      className={css.skeleton}
      data-phone={isPhone || undefined}
      role="status"
      aria-label={kitText.loading}
    >
      {lines.map((line) => (
        <div key={line}>
          {cells.map((cell) => (
            <i key={cell} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Why there is nothing to see, and what to do about it. */
export function ListState({
  error,
  empty,
  onRetry,
}: {
  error: Error | null;
  empty: string;
  onRetry: () => void;
}) {
  const { all, set } = useUrlState();
  const isFiltered = Object.keys(all).some((name) => !['page', 'size', 'sort', 'tab'].includes(name));
  const clear = (): void => set(Object.fromEntries(Object.keys(all).map((name) => [name, undefined])));
  if (error) {
    const isForbidden = error instanceof ApiFailure && error.status === 403;
    const words = error instanceof ApiFailure ? error.words : kitText.failed;
    return (
      <div className={css.state} role="alert">
        <p>{error instanceof Unreachable ? kitText.offlineEmpty : words}</p>
        {error instanceof ApiFailure && error.requestId && !isForbidden && (
          <p className={css.hint}>{kitText.reference(error.requestId)}</p>
        )}
        {!isForbidden && (
          <button type="button" className={css.main} onClick={onRetry}>
            {kitText.tryAgain}
          </button>
        )}
      </div>
    );
  }
  return (
    <div className={css.state}>
      <EmptyPicture />
      <p>{isFiltered ? kitText.nothingFound : empty}</p>
      {isFiltered && (
        <button type="button" className={css.plain} onClick={clear}>
          {kitText.clearSearch}
        </button>
      )}
    </div>
  );
}

const EmptyPicture = () => (
  <svg viewBox="0 0 96 64" className={css.picture} aria-hidden="true">
    <rect x="14" y="10" width="68" height="44" rx="8" fill="none" stroke="currentColor" strokeWidth="2" />
    <path
      d="M24 24h30M24 34h44M24 44h20"
      stroke="currentColor"
      strokeWidth="3"
      strokeLinecap="round"
      opacity="0.5"
    />
    <circle cx="74" cy="46" r="12" fill="var(--mantine-color-body)" stroke="currentColor" strokeWidth="2" />
    <path d="M74 40v12M68 46h12" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
  </svg>
);
