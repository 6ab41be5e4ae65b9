/** Disposition form: fields of each kind, with the specification's texts (document 2, section 5). */
import { borrowerDispositions } from '#contexts/work/contract/borrower-dispositions.ts';
import { dispositionIds } from '#contexts/lenders/contract/dispositions.ts';
import { outcomesText as say } from '#contexts/work/text/en/outcomes.ts';
import { type Field, type Quick, type Values, factField, fieldsOf } from '#kernel/ui/form/fields.ts';
import { typedDay } from '#kernel/ui/form/inputs/typed-day.ts';
import { clockText, exactRupees, money, monthDay, today } from '#kernel/ui/parts/values/format.ts';
import { notesOf } from './notes/note-count.ts';
import { NotesInput, wrongNotes } from './notes/notes-input.tsx';
import { partFields } from './part-fields.ts';
import { pictureOf } from './pictures.ts';
import { actOf } from '../kinds.ts';
import type { Amounts, Offered } from '../offered.ts';
import { paidOffReason } from '#contexts/loans/client/paid-off-reason.ts';
import { amountIn, isCash, laidByAmount, laidByParts, laidBySub } from './presets.ts';

const { PTP, Followup, FinalSettlement, Payment } = dispositionIds;
const field = fieldsOf(borrowerDispositions.record);
/** Number of one-tap options; others need a search. */
const ahead = 6;
const named: readonly number[] = Object.values(dispositionIds);
/** The named dispositions, then this user's most frequent; if there are more, the last picture opens them. */
function picturesOf(roots: readonly Quick[], mine: readonly number[]): readonly Quick[] {
  if (roots.length <= ahead) return roots;
  const rank = ({ value }: Quick): number => {
    if (named.includes(Number(value))) return -1;
    const at = mine.indexOf(Number(value));
    return at < 0 ? mine.length : at;
  };
  return roots.toSorted((a, b) => rank(a) - rank(b)).slice(0, ahead - 1);
}
const morning = 'T10:00';
const evening = 'T18:00';
const eveningHour = 17;

const kindOf = ({ dispositionId }: Values): number => Number(dispositionId);
const isKind = (kind: number) => (values: Values) => kindOf(values) === kind;
const asChoices = (offered: readonly Offered[]): Quick[] =>
  offered.map(({ id, name }) => ({ value: String(id), label: name }));

const dayFrom = (label: string, plus: number): Quick => ({
  label,
  value: today(plus),
  about: monthDay(today(plus)),
});
const inDays = (days: number): Quick => dayFrom(say.inDays(days), days);
const comingDays = (): Quick[] => [
  dayFrom(say.today, 0),
  dayFrom(say.tomorrow, 1),
  ...[3, 7].map((days) => inDays(days)),
];
const pastDays = (): Quick[] => [dayFrom(say.today, 0), dayFrom(say.yesterday, -1)];
const laterDays = (): Quick[] => [3, 7, 15, 30].map((days) => inDays(days));

/** Callback times; the evening only while it is in the future. */
function moments(): Quick[] {
  const now = clockText(new Date().toISOString());
  const anHour = clockText(new Date(Date.now() + 3_600_000).toISOString());
  const isEarly = Number(now.slice(11, 13)) < eveningHour;
  return [
    { label: say.inAnHour, value: anHour },
    ...(isEarly ? [{ label: say.thisEvening, value: today() + evening }] : []),
    ...[dayFrom(say.tomorrow, 1), inDays(3), inDays(7)].map(({ label, value }) => ({
      label,
      value: value + morning,
    })),
  ];
}

/** The morning of the day that was agreed; in the evening when that is today. */
const onTheDay = (name: string) => (values: Values) => {
  const day = values[name];
  if (typeof day !== 'string' || !typedDay(day)) return undefined;
  return day + (day === today() ? evening : morning);
};

const amountsOf = (all: readonly (readonly [label: string, amount: number | null | undefined])[]): Quick[] =>
  all.flatMap(([label, amount]) =>
    amount ? [{ label: `${label} ${exactRupees(amount)}`, value: String(amount) }] : [],
  );

/** Of which loan, and what its lender offers: amount and sub-disposition state the same. */
interface Of {
  loan: Amounts;
  offered: readonly Offered[];
}
type Needs = { label: string; needed: string; quick: Parameters<typeof amountsOf>[0] };
const amount = (kind: number, of: Of, { label, needed, quick }: Needs): Field =>
  field.money('amount', label, {
    required: true,
    needed,
    quick: amountsOf(quick),
    show: isKind(kind),
    lays: (value, values) => laidByAmount(of, value, values),
    isLarge: true,
  });
/** When to call after the day that was agreed. */
const after = (kind: number, day: string): Field =>
  field.dayTime('followUpDate', say.followUpDate, {
    required: true,
    needed: say.needFollowUp,
    suggest: onTheDay(day),
    show: isKind(kind),
  });

/** A promise to pay. */
const ptp = ({ loan, ...of }: Of): Field[] => [
  amount(
    PTP,
    { loan, ...of },
    {
      label: say.ptpAmount,
      needed: say.needPtpAmount,
      quick: [
        [say.emi, loan.emiAmount],
        [say.overdue, loan.unpaidEmiAmount],
        [say.all, loan.totalOutstanding],
      ],
    },
  ),
  field.day('ptpDate', say.ptpDate, {
    required: true,
    needed: say.needPtpDate,
    min: today(),
    quick: comingDays(),
    show: isKind(PTP),
  }),
  after(PTP, 'ptpDate'),
  field.flag('isHotPtp', say.hotPtp, { show: isKind(PTP) }),
];

const settlement = ({ loan, ...of }: Of): Field[] => [
  field.day('settlementDate', say.settlementDate, {
    required: true,
    needed: say.needSettlementDate,
    quick: laterDays(),
    show: isKind(FinalSettlement),
  }),
  factField(
    'preApproved',
    say.preApproved,
    loan.maxSettlementAmount ? money(loan.maxSettlementAmount) : '-',
    isKind(FinalSettlement),
  ),
  amount(
    FinalSettlement,
    { loan, ...of },
    {
      label: say.settlementAmount,
      needed: say.needSettlementAmount,
      quick: [[say.preApproved, loan.maxSettlementAmount]],
    },
  ),
  ...partFields(isKind(FinalSettlement), (value, values) => laidByParts({ loan, ...of }, value, values)),
  after(FinalSettlement, 'settlementDate'),
];

/** Cash: its receipt number, and why the amount exceeds a limit. */
interface Cash {
  receipt: string;
  fault: (amount: number) => string | undefined;
}
const payment = ({ loan, ...of }: Of, modes: readonly string[], { receipt, fault }: Cash): Field[] => [
  field.day('paymentDate', say.paymentDate, {
    required: true,
    needed: say.needPaymentDate,
    max: today(),
    quick: pastDays(),
    show: isKind(Payment),
  }),
  amount(
    Payment,
    { loan, ...of },
    {
      label: say.paymentAmount,
      needed: say.needPaymentAmount,
      quick: [
        [say.emi, loan.emiAmount],
        [say.overdue, loan.unpaidEmiAmount],
      ],
    },
  ),
  field.text('transactionId', say.transaction, {
    required: true,
    needed: say.needTransaction,
    show: isKind(Payment),
    // Cash has its receipt number, other modes a transaction number.
    suggest: ({ paymentMode }) => (isCash(paymentMode) ? receipt : ''),
  }),
  field.choice('paymentMode', say.paymentMode, {
    required: true,
    needed: say.needPaymentMode,
    choices: modes.map((mode) => ({ value: mode, label: mode })),
    quick: modes.slice(0, ahead).map((mode) => ({ value: mode, label: mode })),
    hint: ({ paymentMode, amount: said }) => (isCash(paymentMode) ? fault(amountIn(said)) : undefined),
    show: isKind(Payment),
  }),
  field.drawn('denominations', say.notes, {
    drawn: { draw: NotesInput, reads: notesOf, wrong: wrongNotes },
    show: (values) => isKind(Payment)(values) && isCash(values['paymentMode']),
  }),
];

const followUp = (): Field[] => [
  field.dayTime('followUpDate', say.followUpDate, {
    required: true,
    needed: say.needFollowUpMoment,
    quick: moments(),
    show: isKind(Followup),
  }),
];

/** Fields of every kind; those of the selected kind are shown. `isFixed`: the disposition is preset. */
export function outcomeFields(o: {
  loan: Amounts;
  offered: readonly Offered[];
  modes: readonly string[];
  /** The number of the receipt, should it be cash. */
  receipt: string;
  /** Why this amount of cash exceeds a limit. */
  cashFault: (amount: number) => string | undefined;
  isFixed: boolean;
  /** What this person writes most, by its number. */
  mine: readonly number[];
  /** Defaults once a disposition is selected. */
  usual?: ((id: number) => Values) | undefined;
}): Field[] {
  const { usual } = o;
  const of = { loan: o.loan, offered: o.offered };
  const roots = asChoices(o.offered.filter(({ parentId }) => parentId === null)).map((one) => ({
    ...one,
    why: paidOffReason(actOf(Number(one.value)) ?? '', o.loan),
  }));
  const below = (values: Values): Quick[] =>
    asChoices(o.offered.filter(({ parentId }) => parentId === kindOf(values)));
  return [
    field.choice('dispositionId', say.disposition, {
      required: true,
      needed: say.needDisposition,
      choices: roots,
      quick: picturesOf(roots, o.mine),
      picture: (id, name) => pictureOf(Number(id), name),
      show: () => !o.isFixed,
      ...(usual && { lays: (id) => usual(Number(id)) }),
    }),
    field.choice('subDispositionId', say.subDisposition, {
      required: true,
      needed: say.needSubDisposition,
      within: 'dispositionId',
      choices: below,
      quick: (values) => below(values).slice(0, ahead),
      show: (values) => below(values).length > 0,
      // One alone needs no choosing.
      suggest: (values) => (below(values).length === 1 ? below(values)[0]?.value : undefined),
      lays: (value, values) => laidBySub(of, value, values),
    }),
    ...ptp(of),
    ...followUp(),
    ...payment(of, o.modes, { receipt: o.receipt, fault: o.cashFault }),
    ...settlement(of),
    field.area('comments', say.comments),
  ];
}
