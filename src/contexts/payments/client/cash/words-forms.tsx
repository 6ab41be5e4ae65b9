/** Reason forms: a receipt is voided, a deposit is confirmed or undone. */
import { cash } from '#contexts/payments/contract/cash/cash.ts';
import { cashDeposits } from '#contexts/payments/contract/cash/cash-deposits.ts';
import { cashText as say } from '#contexts/payments/text/en/cash.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import { typedPaise } from '#kernel/contract/figures/amount.ts';
import { fieldsOf } from '#kernel/ui/form/fields.ts';
import { Form } from '#kernel/ui/form/form.tsx';
import { exactRupees } from '#kernel/ui/parts/values/format.ts';
import { Sheet } from '#kernel/ui/parts/sheet/sheet.tsx';

const why = fieldsOf(cash.void);
const undoWhy = fieldsOf(cashDeposits.undo);
const field = fieldsOf(cashDeposits.confirm);

/** `?void=12` in the list of receipts. */
export function VoidReceipt() {
  const { get, set } = useUrlState();
  const { run } = useAct(cash.void);
  const id = get('void');
  if (id === undefined) return null;
  const close = (): void => set({ void: undefined });
  const save = async ({ reason }: Record<string, unknown>): Promise<void> => {
    await run({ id, reason: String(reason) });
    notice.success(say.voided);
    close();
  };
  return (
    <Sheet title={say.void} onClose={close}>
      <Form fields={[why.text('reason', say.reason)]} start={{}} submit={say.void} onSubmit={save} />
    </Sheet>
  );
}

/** `?confirm=12` and `?undo=12` in the list of deposits. */
export function DepositActs() {
  const { get, set } = useUrlState();
  const confirming = get('confirm');
  const id = confirming ?? get('undo');
  if (id === undefined) return null;
  const close = (): void => set({ confirm: undefined, undo: undefined });
  return <Act key={id} id={id} isConfirming={confirming !== undefined} onClose={close} />;
}

function Act({ id, isConfirming, onClose }: { id: string; isConfirming: boolean; onClose: () => void }) {
  const { data } = useRead(cashDeposits.list, { ids: [Number(id)] });
  const confirm = useAct(cashDeposits.confirm);
  const undo = useAct(cashDeposits.undo);
  const [deposit] = data?.rows ?? [];
  if (!deposit) return null;
  const { amount, agent, bank, slipNumber } = deposit;
  const save = async (given: Record<string, unknown>): Promise<void> => {
    if (isConfirming) await confirm.run({ ...given, id } as Parameters<typeof confirm.run>[0]);
    else await undo.run({ id, reason: String(given['reason']) });
    notice.success(isConfirming ? say.confirmed : say.undone);
    onClose();
  };
  const differs = ({ received }: Record<string, unknown>): boolean =>
    typedPaise(String(received)) !== Math.round(amount * 100);
  return (
    <Sheet
      title={isConfirming ? say.confirmTitle : say.undoTitle}
      about={[agent, exactRupees(amount), bank, slipNumber].join(' · ')}
      onClose={onClose}
    >
      <Form
        fields={
          isConfirming
            ? [
                field.money('received', say.received, {
                  required: true,
                  isLarge: true,
                  hint: say.varianceHint,
                }),
                field.area('reason', say.reason, { show: differs, required: true }),
                field.pick('ownerId', say.owner, { show: differs }),
              ]
            : [undoWhy.text('reason', say.reason)]
        }
        start={isConfirming ? { received: String(amount) } : {}}
        submit={isConfirming ? say.confirm : say.undo}
        onSubmit={save}
      />
    </Sheet>
  );
}
