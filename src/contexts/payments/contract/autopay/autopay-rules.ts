/** UPI AutoPay: what becomes of a mandate, and when an instalment may be charged by it. Pure; amounts in paise, days in India. */

/** Maximum debit without the payer's PIN (RBI, e-mandates for recurring payments). */
export const autopayLimit = 15_000_00;
/** Debited at registration, because gateways require an amount; it is credited to the loan. */
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
/** Mandate states reported by a gateway. */
export type ToldMandate = Exclude<MandateState, 'offered' | 'withdrawn'>;

const ranks: Readonly<Record<MandateState, number>> = {
  offered: 0,
  withdrawn: 0,
  registering: 1,
  // As with payments, a rejection may later become an approval.
  rejected: 2,
  active: 3,
  paused: 3,
  expired: 4,
  revoked: 5,
};
/** Nothing more can become of it. */
export const mandateIsFinal = (state: MandateState): boolean =>
  state === 'withdrawn' || ranks[state] >= ranks.expired;
/** No further debits; a rejected one is still polled for some days. */
export const mandateIsOver = (state: MandateState): boolean => state === 'rejected' || mandateIsFinal(state);

/** A state, and the time of the query that returned it; milliseconds, null without a query. */
export interface MandateWord {
  state: MandateState;
  askedAt: number | null;
}
/**
 * The most advanced of all reported states; between paused and active the newer query wins. Status updates may be
 * duplicate and unordered: the result is the same.
 */
export function mandateAfter(is: MandateWord, told: MandateWord): MandateWord {
  const further = ranks[told.state] - ranks[is.state];
  if (further !== 0) return further > 0 ? told : is;
  const later = (told.askedAt ?? 0) - (is.askedAt ?? 0);
  if (later !== 0) return later > 0 ? told : is;
  // Equal query times: prefer the state without debits.
  return told.state === 'paused' ? told : is;
}

/** An instalment as the borrower agreed to it. */
export interface Term {
  key: string;
  dueOn: string;
  amount: number;
}
/** An instalment with its remaining amount, and the last day on which a debit is on time. */
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

/** Debit time: on its day, `noticeHours` after the borrower was notified; null: the notice was too late. */
export function chargeAt(dueOn: string, toldAt: Date, noticeHours: number): Date | null {
  const at = Math.max(inIndia(dueOn, firstCharge), toldAt.getTime() + noticeHours * hour);
  return at > inIndia(dueOn, lastCharge) ? null : new Date(at);
}

/** Whether the notice for a charge is still in time. */
const isInTime = (dueOn: string, now: Date, noticeHours: number): boolean =>
  chargeAt(dueOn, now, noticeHours) !== null;

/**
 * Presentations of an instalment: once, and two retries after the gateway reported a failure. NPCI permits four per
 * notice; each of ours has a separate day and notice.
 */
export const mostPresentations = 3;
/** Two nights of notice at the slowest gateway, and one for the failure report. */
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
/** Retry day of a failed instalment; null: never, and a user is notified. */
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

/** Amount to debit for a term now: zero unless it is unchanged. */
export function leftOf(term: Term, open: readonly OpenInstalment[]): number | 'paid' | 'changed' {
  const now = open.find(({ key }) => key === term.key);
  if (!now || now.left <= 0) return 'paid';
  return now.dueOn === term.dueOn && now.amount === term.amount ? now.left : 'changed';
}
