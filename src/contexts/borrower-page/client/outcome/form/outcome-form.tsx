import { borrowerDispositions } from '#contexts/work/contract/borrower-dispositions.ts';
import type { Input } from '#kernel/contract/endpoint.ts';
import { outcomesText as say } from '#contexts/work/text/en/outcomes.ts';
import { useSubmit } from '#phone/outbox/sending/use-submit.ts';
import type { Values } from '#kernel/ui/form/fields.ts';
import { Form } from '#kernel/ui/form/form.tsx';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { LoanSheet } from '../../loan/loan-sheet.tsx';
import { baseOf } from '../base.ts';
import css from '../../borrower.module.css';
import { FormBones } from './form-bones.tsx';
import { kinds } from '../kinds.ts';
import { outcomeFields } from './outcome-fields.ts';
import { wordsOf } from './outcome-words.ts';
import { withSchedule } from './part-fields.ts';
import { cashMode, isCash, presetOf } from './presets.ts';
import { refuseContradiction, refusePaidOff } from './refuse-contradiction.ts';
import type { Loan } from '../../loan/loan.ts';
import { useWays } from './save-ways.tsx';
import { useMine, useOffered, usePaymentModes } from '../use-offered.ts';
import { useCashFault } from '#phone/outbox/cash/use-cash.ts';
import { useReceipt } from './use-receipt.ts';
import { useRepeat } from './use-repeat.tsx';

type Recorded = Input<typeof borrowerDispositions.record>;

/** Value of the button that saves without continuing. */
const justSave = 'save';
/** Input of one disposition is not reused for the next. */
const nothingYet: Values = {
  amount: '',
  paymentDate: '',
  paymentMode: '',
  transactionId: '',
  denominations: '',
};

interface Props {
  loan: Loan;
  /** `disposition`, one of the kinds, or the number of a disposition. */
  what: string;
  /** Prefilled with the usual answer: opened from Today. */
  isQuick?: boolean;
  /** Inline, where any other disposition may be selected; not in a sheet for one. */
  isInline?: boolean;
  /** Opens the next loan; absent without one, or where saving continues automatically. */
  onNext?: (() => void) | undefined;
  onDone: (isSaved: boolean) => void;
}

/** Disposition form, saved on this phone first and sent when the server is reachable. */
export function OutcomeForm({ loan, what, isQuick = false, isInline = false, onNext, onDone }: Props) {
  const submit = useSubmit(borrowerDispositions.record);
  const { offered, isMissing } = useOffered(loan.clientId);
  const modes = usePaymentModes();
  const mine = useMine();
  const { receipt = '', takeCash } = useReceipt(loan.clientId);
  const kind = kinds[what];
  const draft = `outcome ${loan.id} ${what}`;
  const ways = useWays(loan.id);
  const repeat = useRepeat();
  const cashFault = useCashFault(loan.clientId);
  const isFixed = kind !== undefined && !isQuick && !isInline;
  // What the dialer does next, it decides while a call is on.
  const goesOn = onNext !== undefined && ways.isFree;
  // Only a form that starts with cash needs a receipt number first.
  if (!offered || (what === 'cash' && receipt === ''))
    return isMissing ? <p className={css.none}>{say.noChoices}</p> : <FormBones />;
  const first = kind?.id ?? (offered.some(({ id }) => String(id) === what) ? Number(what) : undefined);
  const save = async (given: Record<string, unknown>, asked?: string): Promise<void> => {
    const by = asked ?? ways.main;
    const said = withSchedule(
      Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    );
    const drawn = {
      ...(isFixed && { dispositionId: kind.id }),
      ...said,
      ...ways.adds(by),
      loanId: loan.id,
      borrowerId: loan.borrowerId,
      occurredAt: new Date().toISOString(),
    } as Recorded;
    await refusePaidOff(drawn, loan);
    await refuseContradiction(drawn, { loan, offered });
    const { sameAs, isRepeat } = await repeat.confirm(drawn);
    const { input, words, wasSaved } = await takeCash(isRepeat ? { ...drawn, isRepeat } : drawn);
    const how = {
      lane: `loan:${loan.id}`,
      says: wordsOf(loan.loanBorrower.name, input, offered),
      done: words ? `${say.created}. ${words}` : say.created,
      ...(words && { also: words }),
      failed: say.failed,
      base: baseOf(loan),
      draft,
      sameAs,
    };
    const { id } = await repeat.send(input, (one) => submit(one, how));
    wasSaved(id);
    const isNext = goesOn ? asked !== justSave : ways.goesOnAfter(by);
    await ways.after(by);
    onDone(true);
    if (isNext) onNext?.();
  };
  const hasCash = modes.some(isCash);
  const usual = (id: number): Values => ({
    ...nothingYet,
    ...presetOf({ loan, offered, id, isCash: what === 'cash' && id === first, receipt }),
  });
  const start: Values = first === undefined ? {} : isQuick ? usual(first) : { dispositionId: String(first) };
  // Shown before the agent accepts the money.
  const tooMuch = what === 'cash' ? cashFault(Number(start['amount'] ?? 0)) : undefined;
  return (
    <>
      {tooMuch && (
        <p role="alert" className={css.none}>
          {tooMuch}
        </p>
      )}
      <Form
        draft={draft}
        fields={outcomeFields({
          loan,
          offered,
          modes: hasCash || what !== 'cash' ? modes : [cashMode, ...modes],
          receipt,
          cashFault,
          isFixed,
          mine,
          usual: isQuick ? usual : undefined,
        })}
        start={start}
        onSubmit={save}
        submit={goesOn ? say.saveNext : ways.label}
        before={
          goesOn && (
            <button type="submit" value={justSave} className={look.plain}>
              {say.save}
            </button>
          )
        }
        more={
          <>
            {ways.more}
            {repeat.question}
          </>
        }
      />
    </>
  );
}

/** The same form as a dialog: box on desktops, full-height sheet on phones. */
export function AddOutcome({ onDone, ...of }: Props) {
  const { loan, what, isQuick } = of;
  return (
    <LoanSheet
      loan={loan}
      title={(!isQuick && kinds[what]?.title) || say.addDisposition}
      onClose={() => onDone(false)}
    >
      <OutcomeForm {...of} onDone={onDone} />
    </LoanSheet>
  );
}
