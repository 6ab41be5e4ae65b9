import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { syncReviews } from '#contexts/sync/contract/sync-reviews.ts';
import { syncReviewsText as say } from '#contexts/sync/text/en/sync-reviews.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import { useMay } from '#kernel/client/session/session.tsx';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { countText, momentText } from '#kernel/ui/parts/values/format.ts';
import css from './reviews.module.css';

export const useLosses = () => useRead(syncReviews.losses, { isSeen: false, size: 20 });

/** Entries lost by phones, until acknowledged by a leader. */
export function Losses() {
  const { data } = useLosses();
  const { run, busy } = useAct(syncReviews.lossSeen);
  const maySee = useMay()(syncReviews.lossSeen.can);
  if (!data || data.rows.length === 0) return null;
  const see = async (id: number): Promise<void> => {
    try {
      await run({ id: String(id) });
      notice.success(say.lossSeenDone);
    } catch (error) {
      notice.error(wordsOf(error) ?? say.failed);
    }
  };
  return (
    <section className={css.losses} role="alert">
      <h2>{say.lossTitle}</h2>
      <ul>
        {data.rows.map(({ id, fault, authorName, entries, since }) => (
          <li key={id}>
            <p>{say.loss[fault](authorName, entries, momentText(since))}</p>
            {maySee && (
              <button type="button" className={look.plain} disabled={busy} onClick={() => void see(id)}>
                {say.lossSeen}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Home section of leaders: reviews and losses of phones. Children render with it, to avoid layout shifts. */
export function FromPhones({ children }: { children: ReactNode }) {
  const { data: open, isPending } = useRead(syncReviews.list, { state: 'open', size: 1 });
  const losses = useLosses();
  return (
    <>
      <Losses />
      {open && open.rows.length > 0 && (
        <Link className={css.open} to="/review-queue?state=open">
          {say.entriesToDecide(countText(open))}
        </Link>
      )}
      <div className={css.below} data-waits={isPending || losses.isPending || undefined}>
        {children}
      </div>
    </>
  );
}
