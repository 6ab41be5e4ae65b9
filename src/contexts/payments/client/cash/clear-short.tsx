/** Form that clears short cash of a deposit: recovered or written off. */
import { cashDeposits } from '#contexts/payments/contract/cash/cash-deposits.ts';
import { shortEnds } from '#contexts/payments/contract/cash/cash-rules.ts';
import { cashText as say } from '#contexts/payments/text/en/cash.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import { fieldsOf } from '#kernel/ui/form/fields.ts';
import { Form } from '#kernel/ui/form/form.tsx';
import { exactRupees } from '#kernel/ui/parts/values/format.ts';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';

const field = fieldsOf(cashDeposits.clearShort);
const isRecovered = ({ how }: Record<string, unknown>): boolean => how === 'recovered';
const fields = [
  field.choice('how', say.how, { choices: shortEnds.map((value) => ({ value, label: say.hows[value] })) }),
  field.money('amount', say.amount, { required: true, isLarge: true }),
  field.text('slipNumber', say.slip, { show: isRecovered, required: true }),
  field.area('reason', say.reason),
];

/** Opened by `?short=12` from the list of deposits. */
export function ClearShort() {
  const { get, set } = useUrlState();
  const id = get('short');
  if (id === undefined) return null;
  return <ClearShortForm key={id} id={id} onClose={() => set({ short: undefined })} />;
}

function ClearShortForm({ id, onClose }: { id: string; onClose: () => void }) {
  const { data } = useRead(cashDeposits.list, { ids: [Number(id)] });
  const { run } = useAct(cashDeposits.clearShort);
  const [deposit] = data?.rows ?? [];
  if (!deposit) return null;
  const { short, agent, bank, slipNumber } = deposit;
  const save = async (given: Record<string, unknown>): Promise<void> => {
    await run({ ...given, id } as Parameters<typeof run>[0]);
    notice.success(say.cleared);
    onClose();
  };
  return (
    <Sheet
      title={say.clearTitle}
      about={[agent, exactRupees(short), bank, slipNumber].join(' · ')}
      onClose={onClose}
    >
      <Form
        fields={fields}
        start={{ how: 'recovered', amount: String(short) }}
        submit={say.clearShort}
        onSubmit={save}
      />
    </Sheet>
  );
}
