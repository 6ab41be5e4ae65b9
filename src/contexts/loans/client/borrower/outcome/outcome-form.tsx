import { useState } from 'react';
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
import { cashMode, isCash, presetOf, receiptNumber } from './presets.ts';
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
  cash: { id: dispositionIds.Payment, title: say.addPayment },
};
interface Props {
  loan: Loan;
  /** `disposition`, one of the kinds, or the number of a disposition. */
  what: string;
  /** The usual answer stands there already: opened from the work of the day. */
  isQuick?: boolean;
  onDone: (isSaved: boolean) => void;
}

/** An outcome, saved on this phone first and sent as soon as Recoup can be reached. */
export function OutcomeForm({ loan, what, isQuick = false, onDone }: Props) {
  const submit = useSubmit(borrowerDispositions.record);
  const { offered, isMissing } = useOffered(loan.clientId);
  const modes = usePaymentModes();
  const [receipt] = useState(() => receiptNumber());
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
    onDone(true);
  };
  const hasCash = modes.some(isCash);
  const start =
    first === undefined
      ? {}
      : isQuick
        ? presetOf({ loan, offered, id: first, isCash: what === 'cash', receipt })
        : { dispositionId: String(first) };
  return (
    <Form
      draft={`outcome ${loan.id} ${what}`}
      fields={outcomeFields({
        loan,
        offered,
        modes: hasCash || what !== 'cash' ? modes : [cashMode, ...modes],
        receipt,
        isFixed: kind !== undefined,
      })}
      start={start}
      onSubmit={save}
      submit={ways.label}
      more={ways.more}
    />
  );
}

/** The same form over the page: a box on desktops, a full-height sheet on phones. */
export function AddOutcome({ onDone, ...of }: Props) {
  return (
    <Sheet title={kinds[of.what]?.title ?? say.addDisposition} onClose={() => onDone(false)}>
      <OutcomeForm {...of} onDone={onDone} />
    </Sheet>
  );
}
