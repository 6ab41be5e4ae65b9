/** To whom the sheet offers a call, and how. Pure. */
import type { WireRow } from '#kernel/contract/endpoint.ts';
import type { transfers } from '#contexts/dialer/contract/transfers.ts';

type Targets = WireRow<typeof transfers.targets>;

export interface Offered extends Targets {
  /** Nobody at all; not so while nothing is known yet. */
  isEmpty: boolean;
  /** Whether there is anybody to whom it may be sent at once or after a word; the lead is always spoken with first. */
  hasChoice: boolean;
}

export function offeredIn(known: Targets | undefined): Offered {
  const { people = [], teams = [], numbers = [], lead = null } = known ?? {};
  const hasChoice = people.length + teams.length + numbers.length > 0;
  return { people, teams, numbers, lead, hasChoice, isEmpty: known !== undefined && !hasChoice && !lead };
}

/** Sent at once a call goes only to somebody who waits for one. */
export const isTeamOff = ({ ready }: Targets['teams'][number], isBlind: boolean): boolean =>
  isBlind && ready === 0;
