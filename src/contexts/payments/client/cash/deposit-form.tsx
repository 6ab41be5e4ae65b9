/** Cash of one lender brought to the bank: bank, slip and its photo. */
import { useState } from 'react';
import { cash } from '#contexts/payments/contract/cash/cash.ts';
import { cashDeposits } from '#contexts/payments/contract/cash/cash-deposits.ts';
import { cashText as say } from '#contexts/payments/text/en/cash.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import { fieldsOf } from '#kernel/ui/form/fields.ts';
import { Form } from '#kernel/ui/form/form.tsx';
import { exactRupees, today } from '#kernel/ui/parts/values/format.ts';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';
import { SlipPhoto } from './slip-photo.tsx';

const field = fieldsOf(cashDeposits.make);
const fields = [
  field.text('bank', say.bank),
  field.text('branch', say.branch),
  field.text('slipNumber', say.slip),
  field.day('depositedOn', say.depositedOn, { required: true, max: today() }),
];

interface Depositing {
  clientId: number;
  client: string;
  amount: number;
  /** Default: all receipts in hand. */
  receiptIds?: number[];
}
export function DepositForm({
  clientId,
  client,
  amount,
  receiptIds,
  onClose,
}: Depositing & { onClose: () => void }) {
  const { run } = useAct(cashDeposits.make);
  const [photo, setPhoto] = useState<string>();
  const { data: lenders = [] } = useRead(cash.hand, {});
  const needsPhoto = lenders.find((one) => one.clientId === clientId)?.needsPhoto ?? true;
  const save = async (given: Record<string, unknown>): Promise<void> => {
    if (needsPhoto && !photo) throw Object.assign(new Error('no photo'), { words: say.photoNeeded });
    const asked = { ...given, clientId, ...(receiptIds && { receiptIds }), ...(photo && { photo }) };
    await run(asked as Parameters<typeof run>[0]);
    notice.success(say.deposited);
    onClose();
  };
  return (
    <Sheet title={say.depositTitle} about={`${client} · ${exactRupees(amount)}`} onClose={onClose}>
      <SlipPhoto photo={photo} onChange={setPhoto} />
      <Form
        fields={fields}
        start={{ depositedOn: today() }}
        submit={say.deposit(exactRupees(amount))}
        onSubmit={save}
      />
    </Sheet>
  );
}
