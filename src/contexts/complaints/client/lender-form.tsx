import { complaintKinds } from '#contexts/complaints/contract/complaint-rules.ts';
import { complaints } from '#contexts/complaints/contract/complaints.ts';
import { complaintsText as say } from '#contexts/complaints/text/en/complaints.ts';
import type { Input } from '#kernel/contract/endpoint.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct } from '#kernel/client/calls/queries/query.ts';
import { fieldsOf } from '#kernel/ui/form/fields.ts';
import { Form } from '#kernel/ui/form/form.tsx';
import { dayText } from '#kernel/ui/parts/values/format.ts';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';

const field = fieldsOf(complaints.send);
const fields = [
  field.text('loanNumber', say.loanNumber),
  field.choice('kind', say.kind, {
    choices: complaintKinds.map((value) => ({ value, label: say.kinds[value] })),
  }),
  field.area('words', say.words, { required: true, needed: say.needWords, hint: say.sendAbout }),
];

/** A complaint received by the lender. */
export function LenderForm({ onClose }: { onClose: () => void }) {
  const { run } = useAct(complaints.send);
  const save = async (given: Record<string, unknown>): Promise<void> => {
    const { number, dueOn } = await run(given as Input<typeof complaints.send>);
    notice.success(say.taken(number, dayText(dueOn)));
    onClose();
  };
  return (
    <Sheet title={say.send} onClose={onClose}>
      <Form draft="lender complaint" fields={fields} start={{}} submit={say.send} onSubmit={save} />
    </Sheet>
  );
}
