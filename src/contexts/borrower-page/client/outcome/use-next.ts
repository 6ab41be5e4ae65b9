/** The next loan: of the list it was opened from, else of the day's work. */
import { useMemo, useState } from 'react';
import { blockOf } from '#contexts/contact/contract/contact-block.ts';
import { useWritten } from '#phone/outbox/use-written.ts';
import { inTurn, nextOf } from '#contexts/work/contract/today-rules.ts';
import { today } from '#contexts/work/contract/today.ts';
import { nextOnWalk } from '#kernel/client/app/walk.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { useCurrentUser } from '#kernel/client/session/session.tsx';

/** Equal to Home's page size: one cached response serves both. */
const size = 50;
const loanOf = (address: string): string | null =>
  new URL(address, window.location.origin).searchParams.get('id');

export function useNextLoan(loanId: number): number | undefined {
  const isAgent = useCurrentUser().roleType === 'agent';
  const { data } = useRead(today.list, { size }, { enabled: isAgent });
  const waiting = useWritten();
  const [now] = useState(() => new Date());
  const rows = data?.rows;
  return useMemo(() => {
    const listed = nextOnWalk((address) => loanOf(address) === String(loanId));
    if (listed) return Number(loanOf(listed)) || undefined;
    const others = (rows ?? []).filter(({ id }) => id !== loanId);
    const mayContact = (row: (typeof others)[number]): boolean => blockOf(row, now) === null;
    return nextOf(inTurn(others, now), now, { waiting, mayContact })?.row.id;
  }, [loanId, rows, waiting, now]);
}
