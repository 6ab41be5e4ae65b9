import { borrowerDispositions } from '#contract/borrower-dispositions.ts';
import { dispositionIds, dispositions } from '#contract/dispositions.ts';
import type { Input } from '#contract/kernel/endpoint.ts';
import { borrowerDispositionsText as say } from '#text/en/borrower-dispositions.ts';
import { useRead } from '#client/kernel/query.ts';
import { useSubmit } from '#client/offline/use-submit.ts';
import { type Field, fieldsOf } from '#client/ui/fields.ts';
import { Form } from '#client/ui/form.tsx';
import { dayText, money, today } from '#client/ui/format.ts';
import { Sheet } from '#client/ui/sheet.tsx';
import type { Loan } from './profile.tsx';

type Recorded = Input<typeof borrowerDispositions.record>;
const field = fieldsOf(borrowerDispositions.record);
const eightHours = 8 * 3_600_000;

function fieldsFor(choices: Field['choices']): Field[] {
  return [
    field.day('ptpDate', say.ptpDate, { required: true, needed: say.needDate, min: today() }),
    field.money('amount', say.ptpAmount, { required: true, needed: say.needAmount }),
    ...(choices?.length
      ? [
          field.choice('subDispositionId', say.subDisposition, {
            required: true,
            needed: say.needSubDisposition,
            choices,
          }),
        ]
      : []),
    field.dayTime('followUpDate', say.followUpDate, { required: true, needed: say.needFollowUp }),
    field.flag('isHotPtp', say.hotPtp),
    field.area('comments', say.comments),
  ];
}

/** A promise to pay, saved on this phone first and sent as soon as Recoup can be reached. */
export function AddPtp({ loan, onClose }: { loan: Loan; onClose: () => void }) {
  const submit = useSubmit(borrowerDispositions.record);
  const { data } = useRead(
    dispositions.options,
    { clientId: loan.clientId },
    { staleTime: eightHours, fromDevice: true },
  );
  const choices = data
    ?.filter(({ parentId }) => parentId === dispositionIds.PTP)
    .map(({ id, name }) => ({ value: String(id), label: name }));
  const save = async (given: Record<string, unknown>): Promise<void> => {
    const { subDispositionId, ...rest } = given as unknown as Recorded & { subDispositionId?: string };
    const input: Recorded = {
      ...rest,
      loanId: loan.id,
      borrowerId: loan.borrowerId,
      dispositionId: dispositionIds.PTP,
      ...(subDispositionId ? { subDispositionId: Number(subDispositionId) } : {}),
      occurredAt: new Date().toISOString(),
    };
    await submit(input, {
      lane: `loan:${loan.id}`,
      says: say.says(loan.loanBorrower.name, money(input.amount ?? 0), dayText(input.ptpDate ?? today())),
      done: say.created,
      failed: say.failed,
    });
    onClose();
  };
  return (
    <Sheet title={say.addPtp} onClose={onClose}>
      <Form fields={fieldsFor(choices)} start={{}} onSubmit={save} submit={say.save} />
    </Sheet>
  );
}
