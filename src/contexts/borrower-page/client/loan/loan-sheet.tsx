/**
 * Sheet about a loan: shows borrower and outstanding amount below its title, so that no other loan is changed by
 * mistake.
 */
import type { ComponentProps } from 'react';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';
import type { Loan } from './loan.ts';
import { totalText } from '#kernel/ui/parts/values/format.ts';

type LoanSheetProps = Omit<ComponentProps<typeof Sheet>, 'about'> & {
  loan: Pick<Loan, 'loanBorrower' | 'totalOutstanding' | 'isTotalKnown'>;
};

export const LoanSheet = ({ loan, ...sheet }: LoanSheetProps) => (
  <Sheet {...sheet} about={`${loan.loanBorrower.name} · ${totalText(loan)}`} />
);
