import { borrowerDispositions } from '#contexts/work/contract/borrower-dispositions.ts';
import { dispositionIds } from '#contexts/lenders/contract/dispositions.ts';
import type { Input } from '#kernel/contract/endpoint.ts';
import { kitText } from '#text/en/kit.ts';
import { outcomesText as say } from '#contexts/work/text/en/outcomes.ts';
import { useSubmit } from '#contexts/sync/client/outbox/use-submit.ts';
import { Form } from '#kernel/ui/form/form.tsx';
import { Sheet } from '#kernel/ui/parts/sheet.tsx';
import { baseOf } from './base.ts';
import css from '../borrower.module.css';
import { outcomeFields } from './outcome-fields.ts';
import { wordsOf } from './outcome-words.ts';
import type { Loan } from '../profile.tsx';
import { useWays } from './save-ways.tsx';
import { useOffered, usePaymentModes } from './use-offered.ts';

type Recorded = Input<typeof borrowerDispositions.record>;

/** What the address asks for: a kind by its name, or a disposition by its number. */
const kinds: Readonly<Record<string, { id: number; title: string } | undefined>> = {
  ptp: { id: dispositionIds.PTP, title: say.addPtp },
  settlement: { id: dispositionIds.FinalSettlement, title: say.initiateSettlement },
  followup: { id: dispositionIds.Followup, title: say.addFollowUp },
  payment: { id: dispositionIds.Payment, title: say.addPayment },
};
interface Props {
  loan: Loan;
  /** `disposition`, one of the kinds, or the number of a disposition. */
  what: string;
  onDone: () => void;
}

/** An outcome, saved on this phone first and sent as soon as Recoup can be reached. */
export function OutcomeForm({ loan, what, onDone }: Props) {
  const submit = useSubmit(borrowerDispositions.record);
  const { offered, isMissing } = useOffered(loan.clientId);
  const modes = usePaymentModes();
  const kind = kinds[what];
  const ways = useWays(loan.id);
  if (!offered) return <p className={css.none}>{isMissing ? say.noChoices : kitText.loading}</p>;
  const first = kind?.id ?? (offered.some(({ id }) => String(id) === what) ? Number(what) : undefined);
  const save = async (given: Record<string, unknown>, by = ways.main): Promise<void> => {
    const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const input = {
      ...(kind && { dispositionId: kind.id }),
      ...said,
      ...ways.adds(by),
      loanId: loan.id,
      borrowerId: loan.borrowerId,
      occurredAt: new Date().toISOString(),
    } as Recorded;
    await submit(input, {
      lane: `loan:${loan.id}`,
      says: wordsOf(loan.loanBorrower.name, input, offered),
      done: say.created,
      failed: say.failed,
      base: baseOf(loan),
    });
    await ways.after(by);
    onDone();
  };
  return (
    <Form
      draft={`outcome ${loan.id} ${what}`}
      fields={outcomeFields({ loan, offered, modes, isFixed: kind !== undefined })}
      start={first === undefined ? {} : { dispositionId: String(first) }}
      onSubmit={save}
      submit={ways.label}
      more={ways.more}
    />
  );
}

/** The same form over the page: a box on desktops, a full-height sheet on phones. */
export function AddOutcome({ loan, what, onDone }: Props) {
  return (
    <Sheet title={kinds[what]?.title ?? say.addDisposition} onClose={onDone}>
      <OutcomeForm loan={loan} what={what} onDone={onDone} />
    </Sheet>
  );
}
