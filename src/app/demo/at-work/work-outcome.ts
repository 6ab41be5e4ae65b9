/** What an agent of the demo writes after a call: mostly promises and call-backs, for days to come. Pure. */
import type { dialer } from '#contexts/dialer/contract/dialer.ts';
import { isAgreed, meaningOf } from '#contexts/work/contract/amount-meaning.ts';
import type { borrowerDispositions } from '#contexts/work/contract/borrower-dispositions.ts';
import type { Input, WireRow } from '#kernel/contract/endpoint.ts';
import { dayInIndia } from '#kernel/contract/india.ts';
import { type Outcome, callBackLater, dispute, followup, ptp, refused, ringing } from '../setup/outcomes.ts';

type Call = Pick<
  NonNullable<WireRow<typeof dialer.status>['call']>,
  'callRefNo' | 'totalOutstanding' | 'answeredAt'
> & { loanId: number };
type Written = Input<typeof borrowerDispositions.record>;

const dayMs = 86_400_000;
/** Frequency per hundred; the last has the remainder. */
const shares: readonly (readonly [Outcome, number])[] = [
  [ptp, 34],
  [followup, 24],
  [callBackLater, 18],
  [refused, 14],
  [dispute, 10],
];
/** A promise in hundreds of rupees, of a small instalment. */
const least = 500;
const most = 6000;

function chosen(dice: number): Outcome {
  let left = dice * 100;
  return shares.find(([, share]) => (left -= share) < 0)?.[0] ?? dispute;
}

const isPromised = (name: string, amount: number, { totalOutstanding }: Call): boolean =>
  isAgreed(meaningOf(ptp.id, name), amount, { totalOutstanding });

/** `dice` is between 0 and 1, the only random input. */
export function outcomeOf(call: Call, now: Date, dice: number): Written {
  const outcome = call.answeredAt === null ? ringing : chosen(dice);
  const days = 1 + (Math.floor(dice * 983) % 6);
  const day = dayInIndia(now.getTime() + days * dayMs);
  const asked = Math.round((least + ((dice * 971) % 1) * (most - least)) / 100) * 100;
  const amount = Math.min(asked, call.totalOutstanding || asked);
  const subs =
    outcome === ptp ? outcome.subs.filter(({ name }) => isPromised(name, amount, call)) : outcome.subs;
  const sub = subs[Math.floor(dice * 997) % subs.length];
  return {
    loanId: call.loanId,
    callRefNo: call.callRefNo,
    callDirection: 'outbound',
    isEndCall: true,
    dispositionId: outcome.id,
    ...(sub && { subDispositionId: sub.id }),
    comments: outcome.comments[Math.floor(dice * 977) % outcome.comments.length] ?? '',
    ...(outcome === ptp && { ptpDate: day, amount }),
    ...((outcome === ptp || outcome === followup) && {
      followUpDate: new Date(`${day}T10:30:00+05:30`).toISOString(),
    }),
  };
}
