import type { ComponentType } from 'react';
import { ApiFailure, Unreachable } from '#kernel/client/calls/api-failure.ts';
import { kitText } from '#text/en/kit.ts';
import look from '../parts/sheet/actions.module.css';
import { useIsPhone } from '../parts/use-media.ts';
import css from './list.module.css';

/** The layout that will come, in grey. */
export function ListSkeleton({ isPhone, columns }: { isPhone: boolean; columns: number }) {
  const lines = Array.from({ length: isPhone ? 6 : 12 }, (_, i) => i);
  const cells = Array.from({ length: isPhone ? 3 : columns }, (_, i) => i);
  return (
    <div
      className={css.skeleton}
      data-phone={isPhone || undefined}
      role="status"
      aria-label={kitText.loading}
      aria-busy="true"
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

/** Skeleton rows within a page or a sheet. */
export const LineBones = () => (
  <div className={css.lineBones} role="status" aria-label={kitText.loading} aria-busy="true">
    <i />
    <i />
    <i />
  </div>
);

/** Skeleton of an entire list screen. */
export const ScreenBones = ({ columns }: { columns: number }) => (
  <section className={css.screen}>
    <ListSkeleton isPhone={useIsPhone()} columns={columns} />
  </section>
);

const sentenceOf = (error: Error): string => {
  if (error instanceof Unreachable) return kitText.offlineEmpty;
  return error instanceof ApiFailure ? error.words : kitText.failed;
};

/** Error with a retry; a failure is not retried automatically. */
export function ListTrouble({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isForbidden = error instanceof ApiFailure && error.status === 403;
  return (
    <div className={css.state} role="alert">
      <p>{sentenceOf(error)}</p>
      {error instanceof ApiFailure && error.requestId && !isForbidden && (
        <p className={css.hint}>{kitText.reference(error.requestId)}</p>
      )}
      {!isForbidden && (
        <button type="button" className={look.main} onClick={onRetry}>
          {kitText.tryAgain}
        </button>
      )}
    </div>
  );
}

/** For a screen that is not a list: what happened, or that there is nothing. */
export function ListState({
  error,
  empty,
  onRetry,
}: {
  error: Error | null;
  empty: string;
  onRetry: () => void;
}) {
  if (error) return <ListTrouble error={error} onRetry={onRetry} />;
  return (
    <div className={css.state}>
      <EmptyPicture />
      <p>{empty}</p>
    </div>
  );
}

/** Above rows that are still shown although the latest could not be read. */
export function ListPartial({ onRetry }: { onRetry: () => void }) {
  return (
    <p className={css.partial} role="status">
      <span>{kitText.partial}</span>
      <button type="button" className={look.plain} onClick={onRetry}>
        {kitText.tryAgain}
      </button>
    </p>
  );
}

/** Nothing to see: because of the search, because there is no such page, or because nothing is there yet. */
export function ListEmpty({
  why,
  empty,
  fill: Fill,
  onBack,
}: {
  why: 'search' | 'page' | 'none';
  empty: string;
  fill?: ComponentType;
  /** Clears the search, or opens the first page. */
  onBack?: () => void;
}) {
  const words = { search: kitText.nothingFound, page: kitText.beyond, none: empty }[why];
  return (
    <div className={css.state}>
      <EmptyPicture />
      <p>{words}</p>
      {why === 'none' ? (
        Fill && <Fill />
      ) : (
        <button type="button" className={look.plain} onClick={onBack}>
          {why === 'search' ? kitText.clearSearch : kitText.firstPage}
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
