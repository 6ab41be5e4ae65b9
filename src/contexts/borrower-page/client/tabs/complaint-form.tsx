import { complaintKinds } from '#contexts/complaints/contract/complaint-rules.ts';
import { complaints } from '#contexts/complaints/contract/complaints.ts';
import { complaintsText as say } from '#contexts/complaints/text/en/complaints.ts';
import type { Input } from '#kernel/contract/endpoint.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct } from '#kernel/client/calls/queries/query.ts';
import { fieldsOf } from '#kernel/ui/form/fields.ts';
import { Form } from '#kernel/ui/form/form.tsx';
import { dayText } from '#kernel/ui/parts/values/format.ts';
import type { Loan } from '../loan/loan.ts';
import { LoanSheet } from '../loan/loan-sheet.tsx';

const field = fieldsOf(complaints.take);
const fields = [
  field.choice('kind', say.kind, {
    choices: complaintKinds.map((value) => ({ value, label: say.kinds[value] })),
  }),
  field.area('words', say.words, { required: true, needed: say.needWords, hint: say.takeHint }),
];

/** Complaint form, with the borrower's statement verbatim. */
export function ComplaintForm({ loan, onClose }: { loan: Loan; onClose: () => void }) {
  const { id: loanId } = loan;
  const { run } = useAct(complaints.take);
  const save = async (given: Record<string, unknown>): Promise<void> => {
    const { number, dueOn } = await run({ ...given, loanId } as Input<typeof complaints.take>);
    notice.success(say.taken(number, dayText(dueOn)));
    onClose();
  };
  return (
    <LoanSheet loan={loan} title={say.takeTitle} onClose={onClose}>
      <Form draft={`complaint ${loanId}`} fields={fields} start={{}} submit={say.record} onSubmit={save} />
    </LoanSheet>
  );
}
