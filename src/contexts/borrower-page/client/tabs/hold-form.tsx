import { loanHolds } from '#contexts/contact/contract/loan-holds.ts';
import type { Input } from '#kernel/contract/endpoint.ts';
import { loanHoldsText as say } from '#contexts/contact/text/en/loan-holds.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import { fieldsOf } from '#kernel/ui/form/fields.ts';
import { Form } from '#kernel/ui/form/form.tsx';
import { today } from '#kernel/ui/parts/values/format.ts';
import type { Loan } from '../loan/loan.ts';
import { LoanSheet } from '../loan/loan-sheet.tsx';
import css from '../borrower.module.css';
import { Read } from '../reading.tsx';

const field = fieldsOf(loanHolds.place);

/** Reason and last day of a loan hold. */
export function HoldForm({ loan, onClose }: { loan: Loan; onClose: () => void }) {
  const { id: loanId } = loan;
  const reasons = useRead(loanHolds.reasons, { loanId });
  const { run } = useAct(loanHolds.place);
  const save = async (given: Record<string, unknown>): Promise<void> => {
    await run({ ...given, loanId, reasonId: Number(given['reasonId']) } as Input<typeof loanHolds.place>);
    notice.success(say.placed);
    onClose();
  };
  return (
    <LoanSheet loan={loan} title={say.place} onClose={onClose}>
      <Read of={reasons}>
        {(rows) =>
          rows.length === 0 ? (
            <p className={css.none}>{say.noReasons}</p>
          ) : (
            <Form
              draft={`hold ${loanId}`}
              fields={[
                field.choice('reasonId', say.reason, {
                  needed: say.needReason,
                  hint: say.about,
                  choices: rows.map(({ id, name }) => ({ value: String(id), label: name })),
                }),
                field.day('untilDay', say.untilDay, {
                  min: today(),
                  hint: ({ reasonId }) => {
                    const days = rows.find(({ id }) => String(id) === reasonId)?.days;
                    return days === undefined ? undefined : say.untilHint(days);
                  },
                }),
                field.area('note', say.note),
              ]}
              start={{}}
              onSubmit={save}
              submit={say.place}
            />
          )
        }
      </Read>
    </LoanSheet>
  );
}
