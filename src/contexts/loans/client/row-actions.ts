import { useMemo } from 'react';
import { loans } from '#contexts/loans/contract/loans.ts';
import { optionValues } from '#contexts/lenders/contract/option-values.ts';
import { loansText as say } from '#contexts/loans/text/en/loans.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { useMay } from '#kernel/client/session/session.tsx';
import { useUrlState } from '#kernel/client/app/url.ts';
import type { RowAction } from '#kernel/ui/list/rows/row-action.ts';
import { paidOffReason } from './paid-off-reason.ts';
import type { ListedLoan } from './listed-loan.ts';

const tenMinutes = 600_000;
const none: readonly { name: string }[] = [];

/** Sending code is loaded on click. */
const addTag = async (loan: ListedLoan, name: string): Promise<void> =>
  (await import('./tags/tagging.ts')).sendTag(loan, name);

/** Actions for a borrower in a list: open, timeline, add a tag. */
export function useLoanActions(): readonly RowAction<ListedLoan>[] {
  const mayTag = useMay()(loans.tag.can);
  const words = useRead(optionValues.dropdown, { set: 'tag' }, { enabled: mayTag, staleTime: tenMinutes });
  const tags = words.data ?? none;
  const { set } = useUrlState();
  return useMemo(
    () => [
      {
        label: say.viewProfile,
        can: loans.one.can,
        run: ({ id }) => set({ profile: String(id) }, 'push'),
      },
      {
        label: say.history,
        can: loans.history.can,
        run: ({ id }) => set({ history: String(id) }, 'push'),
      },
      {
        label: say.generate,
        can: 'staff',
        when: ({ paymentAccountId }) => typeof paymentAccountId === 'number',
        why: (loan) => paidOffReason('link', loan),
        run: ({ id }) => set({ link: String(id) }, 'push'),
      },
      ...tags.map(({ name }): RowAction<ListedLoan> => ({
        label: say.addTag(name),
        can: loans.tag.can,
        when: ({ loanTags }) => !loanTags.some((tag) => tag.name === name),
        run: (loan) => void addTag(loan, name),
      })),
    ],
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- setting the address reads it afresh: an older function does the same
    [tags],
  );
}
