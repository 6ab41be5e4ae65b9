/** The target of a transfer, below the borrower: its stage, and the possible acts. */
import { dialer } from '#contexts/dialer/contract/dialer.ts';
import { transfers } from '#contexts/dialer/contract/call-control/transfers.ts';
import { dialerText } from '#contexts/dialer/text/en/dialer.ts';
import { transfersText as say } from '#contexts/dialer/text/en/transfers.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct } from '#kernel/client/calls/queries/query.ts';
import css from '../call/call-strip.module.css';
import type { Standing } from '../session/standing.ts';

type Call = NonNullable<Standing['call']>;

function sentenceOf({ heldSince }: Call, { stage, isMine, to, from }: NonNullable<Call['transfer']>): string {
  if (isMine) return say.calledIn(from);
  if (stage === 'ringing') return say.ringing(to);
  return heldSince ? say.speaking(to) : say.three(to);
}

export function TransferLine({ call }: { call: Call }) {
  const complete = useAct(transfers.complete);
  const cancel = useAct(transfers.cancel);
  const hold = useAct(dialer.hold);
  const { transfer, heldSince } = call;
  if (!transfer || transfer.stage === 'handed') return null;
  const isBusy = complete.busy || cancel.busy || hold.busy;
  const press = (work: Promise<unknown>): void => void work.catch(() => notice.warning(dialerText.failed));
  const isThere = transfer.stage === 'joined' && !transfer.isMine;
  return (
    <div className={css.heard} role="group" aria-label={say.title}>
      <p role="status">{sentenceOf(call, transfer)}</p>
      {isThere && (
        <button
          type="button"
          disabled={isBusy}
          aria-pressed={heldSince === null}
          onClick={() => press(hold.run({ isHeld: heldSince === null }))}
        >
          {heldSince ? say.joinAll : say.music}
        </button>
      )}
      {isThere && (
        <button type="button" disabled={isBusy} onClick={() => press(complete.run({}))}>
          {say.complete}
        </button>
      )}
      <button type="button" disabled={isBusy} onClick={() => press(cancel.run({}))}>
        {transfer.isMine ? say.leave : say.cancel}
      </button>
    </div>
  );
}
