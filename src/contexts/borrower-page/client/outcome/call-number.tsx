import { dialer } from '#contexts/dialer/contract/dialer.ts';
import { dialerText as say } from '#contexts/dialer/text/en/dialer.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { isBreak, isWord, useDialer } from '#kernel/client/calls/live/dialer-store.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { markStale, useAct } from '#kernel/client/calls/queries/query.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';

/** Calls one number of a loan; shown while signed in to the dialer without a call. */
export function CallNumber({ loanId, contact, label }: { loanId: number; contact: string; label: string }) {
  const now = useDialer();
  const { run, busy } = useAct(dialer.manualCall);
  if (!now || isBreak(now.status) || isWord(now.status, 'ringing', 'on-call', 'wrap-up')) return null;
  const press = async (): Promise<void> => {
    try {
      await run({ id: String(loanId), alternateNumber: contact });
      notice.success(say.placed);
    } catch (error) {
      // The blocking reason is shown next to it.
      markStale(['dialer']);
      notice.error(wordsOf(error) ?? say.failed);
    }
  };
  return (
    <button
      type="button"
      className={look.plain}
      disabled={busy}
      aria-label={say.callNumber(label)}
      onClick={() => void press()}
    >
      {say.call}
    </button>
  );
}
