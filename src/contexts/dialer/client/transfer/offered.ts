/** To whom the sheet offers a call, and how. Pure. */
import type { WireRow } from '#kernel/contract/endpoint.ts';
import type { transfers } from '#contexts/dialer/contract/call-control/transfers.ts';

type Targets = WireRow<typeof transfers.targets>;

interface Offered extends Targets {
  /** No target at all; false while loading. */
  isEmpty: boolean;
  /** Whether a target allows a blind or a warm transfer; a transfer to the lead is always warm. */
  hasChoice: boolean;
}

export function offeredIn(known: Targets | undefined): Offered {
  const { people = [], teams = [], numbers = [], lead = null } = known ?? {};
  const hasChoice = people.length + teams.length + numbers.length > 0;
  return { people, teams, numbers, lead, hasChoice, isEmpty: known !== undefined && !hasChoice && !lead };
}

/** A blind transfer needs an agent of the team who is free. */
export const isTeamOff = ({ ready }: Targets['teams'][number], isBlind: boolean): boolean =>
  isBlind && ready === 0;
