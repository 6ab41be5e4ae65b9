import type { Input } from '#kernel/contract/endpoint.ts';
import { settlements } from '#contexts/settlements/contract/settlements.ts';
import { settlementsText as say } from '#contexts/settlements/text/en/settlements.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import { type Values, fieldsOf } from '#kernel/ui/form/fields.ts';
import { Form } from '#kernel/ui/form/form.tsx';
import { ListSkeleton, ListTrouble } from '#kernel/ui/list/list-states.tsx';

const field = fieldsOf(settlements.sendMail);
const needed = say.mailNeeds;
const fields = [
  field.text('to', say.mail.to, { needed: needed.to }),
  field.text('cc', say.mail.cc, { needed: needed.cc }),
  field.text('subject', say.mail.subject, { needed: needed.subject }),
  field.area('message', say.mail.message, { needed: needed.message }),
  field.text('applicationId', say.mail.applicationId, { needed: needed.applicationId }),
  field.text('customerName', say.mail.customerName, { needed: needed.customerName }),
  field.text('state', say.mail.state, { needed: needed.state }),
  field.text('branchName', say.mail.branchName, { needed: needed.branchName }),
  field.text('contactNumber', say.mail.contactNumber, { needed: needed.contactNumber }),
  field.text('bkt', say.mail.bkt, { needed: needed.bkt }),
  field.money('pos', say.mail.pos, { needed: needed.pos }),
  field.money('tos', say.mail.tos, { needed: needed.tos }),
  field.money('settlementAmount', say.mail.settlementAmount, { needed: needed.settlementAmount }),
  field.text('recoveryOnPos', say.mail.recoveryOnPos, { needed: needed.recoveryOnPos }),
  field.text('waiverOnPos', say.mail.waiverOnPos, { needed: needed.waiverOnPos }),
  field.flag('withDocuments', say.withDocuments),
];

/** The proposed email, editable before sending. */
export function MailForm({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: letter, error, refetch } = useRead(settlements.email, { id });
  const { run } = useAct(settlements.sendMail);
  if (!letter)
    return error ? <ListTrouble error={error} onRetry={refetch} /> : <ListSkeleton isPhone columns={1} />;
  const { emailStatus: _, ...proposed } = letter;
  const start: Values = Object.fromEntries(
    Object.entries(proposed).map(([name, value]) => [name, String(value)]),
  );
  const send = async (given: Record<string, unknown>): Promise<void> => {
    const isCustomizedEmail = Object.keys(start).some(
      (name) => JSON.stringify(given[name]) !== JSON.stringify(proposed[name as keyof typeof proposed]),
    );
    const letterOf = { ...given, settlementId: Number(id), isCustomizedEmail };
    await run(letterOf as Input<typeof settlements.sendMail>);
    notice.success(say.mailSent);
    onClose();
  };
  return <Form fields={fields} start={start} submit={say.sendMail} onSubmit={send} />;
}
