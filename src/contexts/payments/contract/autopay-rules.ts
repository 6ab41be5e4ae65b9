/** UPI AutoPay: what becomes of a mandate, and when an instalment may be charged by it. Pure; amounts in paise, days in India. */

/** Most that is taken without the payer's PIN (RBI, e-mandates for recurring payments). */
export const autopayLimit = 15_000_00;
/** What is taken when a mandate is made, as gateways ask for an amount; it counts for the loan. */
export const registrationAmount = 1_00;

export const mandateStates = [
  'offered',
  'withdrawn',
  'registering',
  'rejected',
  'active',
  'paused',
  'expired',
  'revoked',
] as const;
export type MandateState = (typeof mandateStates)[number];
/** What a gateway can say of one. */
export type ToldMandate = Exclude<MandateState, 'offered' | 'withdrawn'>;

const ranks: Readonly<Record<MandateState, number>> = {
  offered: 0,
  withdrawn: 0,
  registering: 1,
  // As with payments, a refusal may turn out to be a yes.
  rejected: 2,
  active: 3,
  paused: 3,
  expired: 4,
  revoked: 5,
};
/** Nothing more can become of it. */
export const mandateIsFinal = (state: MandateState): boolean =>
  state === 'withdrawn' || ranks[state] >= ranks.expired;
/** It takes no money; a refusal is asked about for some days all the same. */
export const mandateIsOver = (state: MandateState): boolean => state === 'rejected' || mandateIsFinal(state);

/** A state, and when the gateway was asked that said so; milliseconds, null where nobody was. */
export interface MandateWord {
  state: MandateState;
  askedAt: number | null;
}
/**
 * The furthest of all that was answered; a mandate is paused and resumed, so of these two the answer to the later
 * question counts. Answers may come twice and in any order: the end is the same.
 */
export function mandateAfter(is: MandateWord, told: MandateWord): MandateWord {
  const further = ranks[told.state] - ranks[is.state];
  if (further !== 0) return further > 0 ? told : is;
  const later = (told.askedAt ?? 0) - (is.askedAt ?? 0);
  if (later !== 0) return later > 0 ? told : is;
  // Two answers to one moment: the one that takes no money.
  return told.state === 'paused' ? told : is;
}

/** An instalment as the borrower agreed to it. */
export interface Term {
  key: string;
  dueOn: string;
  amount: number;
}
/** The same, what is left of it to pay, and the last day on which money for it is in time. */
export interface OpenInstalment extends Term {
  left: number;
  until: string;
}

const hour = 3_600_000;
const inIndia = (day: string, clock: string): number => Date.parse(`${day}T${clock}:00+05:30`);
/** Days before an instalment on which its charge is planned: two nights of 24 hours' notice, and one to try again. */
const plannedBefore = 3;
/** Before banks' busiest hours, and not in the night. */
const firstCharge = '07:00';
const lastCharge = '21:00';

/** When the charge of an instalment is planned. */
export const planAt = (dueOn: string): Date => new Date(inIndia(dueOn, '00:00') - plannedBefore * 24 * hour);

/** When it is charged: on its day, `noticeHours` after the borrower was told; null: the notice came too late. */
export function chargeAt(dueOn: string, toldAt: Date, noticeHours: number): Date | null {
  const at = Math.max(inIndia(dueOn, firstCharge), toldAt.getTime() + noticeHours * hour);
  return at > inIndia(dueOn, lastCharge) ? null : new Date(at);
}

/** Whether a charge may still be told of at this moment. */
const isInTime = (dueOn: string, now: Date, noticeHours: number): boolean =>
  chargeAt(dueOn, now, noticeHours) !== null;

/**
 * How often an instalment is presented: once, and twice more after the gateway said that it failed. NPCI lets a bank be
 * asked four times on one notice; each of ours has a day and a notice of its own.
 */
export const mostPresentations = 3;
/** Two nights of notice at the slowest gateway, and one for the news of the failure. */
const daysBetweenTries = 3;
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 24 * hour).toISOString().slice(0, 10);

/** The last day on which an instalment may be presented. */
export const lastTryOn = ({ dueOn, until }: Pick<OpenInstalment, 'dueOn' | 'until'>): string => {
  const last = dayAfter(dueOn, (mostPresentations - 1) * daysBetweenTries);
  return until < dueOn ? dueOn : until < last ? until : last;
};

interface Presented {
  /** How often it was presented, and when last. */
  tries: number;
  on: string;
}
/** The day on which an instalment that failed is presented again; null: never, and a person is told. */
export function tryAgainOn(
  { tries, on }: Presented,
  o: { most: number; until: string; now: Date; noticeHours: number },
): string | null {
  if (tries >= o.most) return null;
  for (let day = dayAfter(on, daysBetweenTries); day <= o.until; day = dayAfter(day, 1))
    if (isInTime(day, o.now, o.noticeHours)) return day;
  return null;
}

/** Why no mandate is offered. */
export const offerFaults = ['off', 'paid-off', 'no-plan', 'above-limit', 'no-gateway', 'has-one'] as const;
export type OfferFault = (typeof offerFaults)[number];

/** The instalments that can be charged: all of them, or a reason why not. */
export function termsOf(
  open: readonly OpenInstalment[],
  now: Date,
  noticeHours: number,
): Term[] | OfferFault {
  const terms = open.filter(({ dueOn, left }) => left > 0 && isInTime(dueOn, now, noticeHours));
  if (terms.length === 0) return 'no-plan';
  // Above it each one needs the payer's PIN: such a plan is paid by links.
  if (terms.some(({ amount }) => amount > autopayLimit)) return 'above-limit';
  return terms.map(({ key, dueOn, amount }) => ({ key, dueOn, amount }));
}

/** What is charged for a term now: nothing unless it is still as it was agreed. */
export function leftOf(term: Term, open: readonly OpenInstalment[]): number | 'paid' | 'changed' {
  const now = open.find(({ key }) => key === term.key);
  if (!now || now.left <= 0) return 'paid';
  return now.dueOn === term.dueOn && now.amount === term.amount ? now.left : 'changed';
}
