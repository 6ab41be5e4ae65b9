import { Suspense, useState } from 'react';
import { settlements } from '#contexts/settlements/contract/settlements.ts';
import { kitText } from '#text/en/kit.ts';
import { settlementsText as say } from '#contexts/settlements/text/en/settlements.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct } from '#kernel/client/calls/queries/query.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import css from './settlements.module.css';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

const BulkApprove = lazy(async () => ({ default: (await import('./bulk-approve.tsx')).BulkApprove }));

interface Props {
  ids: ReadonlySet<number>;
  clear: () => void;
}

/** Bulk actions of a team lead: approve unchanged ones, or submit approved ones to the lender. */
export function BulkBar({ ids, clear }: Props) {
  const [isAsked, setAsked] = useState(false);
  const send = useAct(settlements.sendToClient);
  const mail = useAct(settlements.bulkMail);
  const isBusy = send.busy || mail.busy;
  const run = async (act: typeof send | typeof mail, says: (done: number, of: number) => string) => {
    try {
      const answer = await act.run({ ids: [...ids] });
      notice.success(says(answer?.changed ?? 0, ids.size));
      clear();
    } catch (error) {
      notice.error(wordsOf(error) ?? say.failed);
    }
  };
  return (
    <div role="group" aria-label={kitText.actions} className={css.acts}>
      <button type="button" className={look.main} disabled={isBusy} onClick={() => setAsked(true)}>
        {say.approve}
      </button>
      <button
        type="button"
        className={look.plain}
        disabled={isBusy}
        onClick={() => void run(send, say.sentBulk)}
      >
        {say.sendToClient}
      </button>
      <button
        type="button"
        className={look.plain}
        disabled={isBusy}
        onClick={() => void run(mail, say.mailedBulk)}
      >
        {say.sendMail}
      </button>
      <Suspense>
        {isAsked && <BulkApprove ids={ids} onDone={clear} onClose={() => setAsked(false)} />}
      </Suspense>
    </div>
  );
}
