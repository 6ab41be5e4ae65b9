import { dialer } from '#contract/dialer.ts';
import { dialerText as say } from '#text/en/dialer.ts';
import { wordsOf } from '#client/kernel/api-failure.ts';
import { isBreak, isWord, useDialer } from '#client/kernel/dialer-store.ts';
import { notice } from '#client/kernel/notice-store.ts';
import { markStale, useAct } from '#client/kernel/query.ts';
import look from '#client/ui/actions.module.css';

/** Calls one number of a loan; there for whoever is signed in to the dialer and has no call. */
export function CallNumber({ loanId, contact, label }: { loanId: number; contact: string; label: string }) {
  const now = useDialer();
  const { run, busy } = useAct(dialer.manualCall);
  if (!now || isBreak(now.status) || isWord(now.status, 'ringing', 'on-call', 'wrap-up')) return null;
  const press = async (): Promise<void> => {
    try {
      await run({ id: String(loanId), alternateNumber: contact });
      notice.success(say.placed);
    } catch (error) {
      // What stands in the way is shown beside it.
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
