/** Edit of phone numbers as a diff with previous values, so that a late one can be judged. Pure. */
import type { Input } from '#kernel/contract/endpoint.ts';
import type { loans } from '#contexts/loans/contract/loans.ts';
import type { Loan } from '../loan/loan.ts';

export interface Written {
  value: string;
  /** Value when the form opened; empty for a new one. */
  before: string;
}
interface Form {
  first: Written;
  second: Written;
  others: readonly Written[];
}

const isChanged = ({ value, before }: Written): boolean => value.trim() !== before;

export function changeOf(
  loan: Pick<Loan, 'id' | 'otherMobiles'>,
  { first, second, others }: Form,
): Input<typeof loans.edit> {
  const added = others.filter(isChanged).map(({ value }) => value.trim());
  // A removed or overwritten row removes its number; equal masks are distinguished by their number.
  const left = others.filter((line) => !isChanged(line)).map(({ before }) => before);
  const removed = (loan.otherMobiles ?? []).filter((number) => {
    const at = left.indexOf(number);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  const comes = added.filter(Boolean);
  return {
    id: String(loan.id),
    ...(isChanged(first) && { alternateContact1: first.value.trim() || null }),
    ...(isChanged(second) && { alternateContact2: second.value.trim() || null }),
    ...(removed.length > 0 && { removeMobiles: removed }),
    ...(comes.length > 0 && { addMobiles: comes }),
    was: { alternateContact1: first.before || null, alternateContact2: second.before || null },
  };
}
