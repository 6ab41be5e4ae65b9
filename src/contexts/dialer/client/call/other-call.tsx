/** The second of two calls, below the active one: on hold, or ended without a disposition. */
import { IconArrowsExchange, IconPencilPlus, IconPhoneOff } from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router-dom';
import { secondLine } from '#contexts/dialer/contract/call-control/second-line.ts';
import { dialerText as say } from '#contexts/dialer/text/en/dialer.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct } from '#kernel/client/calls/queries/query.ts';
import css from './call-strip.module.css';
import { lasting, useTick } from '../live/use-tick.ts';
import type { Standing } from '../session/standing.ts';

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;
const pageOf = (loanId: number): string => `/view-borrower?id=${loanId}`;

/** `isTalk`: the agent is bridged in the other call, so swapping is possible. */
export function OtherCall({ of, isTalk }: { of: NonNullable<Standing['beside']>; isTalk: boolean }) {
  const swap = useAct(secondLine.swap);
  const end = useAct(secondLine.end);
  const navigate = useNavigate();
  const now = useTick();
  const borrower = of.borrower || say.unknownCaller;
  const isOver = of.state === 'ended';
  const isBusy = swap.busy || end.busy;
  const failed = (): void => notice.warning(say.failed);
  const turn = async (): Promise<void> => {
    await swap.run({});
    // Opens the borrower of the active call, as when a call starts.
    if (of.loanId !== null) void navigate(pageOf(of.loanId));
  };
  return (
    <div className={`${css.heard} ${css.other}`} role="group" aria-label={say.otherCall}>
      <p>{isOver ? say.otherOver(borrower) : say.otherHeld(borrower, lasting(of.heldSince, now))}</p>
      {!isOver && isTalk && (
        <button type="button" disabled={isBusy} onClick={() => void turn().catch(failed)}>
          <IconArrowsExchange {...icon} />
          {say.swap}
        </button>
      )}
      {!isOver && (
        <button
          type="button"
          aria-label={say.hangUpOn(borrower)}
          disabled={isBusy}
          onClick={() => void end.run({}).catch(failed)}
        >
          <IconPhoneOff {...icon} />
          {say.hangUp}
        </button>
      )}
      {isOver && of.loanId !== null && (
        <Link to={`${pageOf(of.loanId)}&add=disposition`}>
          <IconPencilPlus {...icon} />
          {say.writeOutcome}
        </Link>
      )}
    </div>
  );
}
