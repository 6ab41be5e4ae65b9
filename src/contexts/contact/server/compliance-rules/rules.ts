/** Contact rule of a loan on a day. Pure. */
import { Failure, type FieldIssue } from '#kernel/contract/failure.ts';
import type { Allowance } from '../policy/contact.ts';

export interface ContactRule {
  kind: string;
  clientId: number | null;
  productType: string | null;
  fromDay: string;
  untilDay: string | null;
  startsAt: string | null;
  endsAt: string | null;
  channel: string | null;
  most: number | null;
  everyDays: number | null;
  holdDays: number | null;
}

/** Required fields of each rule kind; the others must be empty. */
const needs: Readonly<Record<string, readonly (keyof ContactRule)[]>> = {
  hours: ['startsAt', 'endsAt'],
  cap: ['channel', 'most', 'everyDays'],
  holiday: ['untilDay'],
  hold: ['holdDays'],
  notice: ['everyDays'],
};
const forAll = { clientId: null, productType: null, untilDay: null };
const said = ['startsAt', 'endsAt', 'channel', 'most', 'everyDays', 'holdDays'] as const;

/** Normalised rule: clears fields of other kinds; rejects incomplete or invalid ones. */
export function soundRule<R extends Partial<ContactRule> & { kind: string; fromDay: string }>(rule: R): R {
  const wanted = needs[rule.kind] ?? [];
  const missing = wanted.filter((name) => rule[name] === null || rule[name] === undefined);
  const issues: FieldIssue[] = missing.map((path) => ({ path, fault: 'required' }));
  if (rule.untilDay && rule.untilDay < rule.fromDay) issues.push({ path: 'untilDay', fault: 'invalid' });
  if (rule.kind === 'hours' && rule.startsAt && rule.endsAt && rule.endsAt <= rule.startsAt)
    issues.push({ path: 'endsAt', fault: 'invalid' });
  if (issues.length) throw new Failure('INVALID_INPUT', {}, issues);
  const emptied = said.filter((name) => !wanted.includes(name)).map((name) => [name, null]);
  return { ...forAll, ...rule, ...Object.fromEntries(emptied) };
}

const isSameWord = (a: string | null, b: string | null): boolean => a?.toLowerCase() === b?.toLowerCase();

/** Two rules that would both apply to the same loan on the same day, without an order between them. */
export function collide(a: ContactRule, b: ContactRule): boolean {
  const isOnce = a.kind === 'hours' || a.kind === 'cap' || a.kind === 'notice';
  return (
    isOnce &&
    a.kind === b.kind &&
    a.clientId === b.clientId &&
    isSameWord(a.productType, b.productType) &&
    a.channel === b.channel &&
    (a.kind === 'notice' || a.everyDays === b.everyDays) &&
    a.fromDay <= (b.untilDay ?? '9999') &&
    b.fromDay <= (a.untilDay ?? '9999')
  );
}

interface Case {
  clientId: number;
  productType: string | null;
  /** Day in India, `YYYY-MM-DD`. */
  day: string;
}
const isFor = (rule: ContactRule, { clientId, productType, day }: Case): boolean =>
  (rule.clientId === null || rule.clientId === clientId) &&
  (rule.productType === null || isSameWord(rule.productType, productType)) &&
  rule.fromDay <= day &&
  day <= (rule.untilDay ?? '9999');

/** Specificity: a client's rule precedes a product's, which precedes the general one. */
const closeness = (rule: ContactRule): number =>
  (rule.clientId === null ? 0 : 2) + (rule.productType === null ? 0 : 1);

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** Closed days of a loan within two weeks from this day. */
export function closedDays(rules: readonly ContactRule[], of: Case): string[] {
  const last = addDays(of.day, 13);
  const near = rules.filter(
    ({ kind, fromDay, untilDay }) => kind === 'holiday' && fromDay <= last && of.day <= (untilDay ?? '9999'),
  );
  // Usually empty: avoids generating fourteen days per loan of a page.
  if (near.length === 0) return [];
  const days = Array.from({ length: 14 }, (_, n) => addDays(of.day, n));
  return days.filter((day) => near.some((rule) => isFor(rule, { ...of, day })));
}

/** How often a borrower was contacted on a day, and how. */
export interface Contacts {
  day: string;
  /** Affected channel. */
  channel: 'call' | 'message' | 'visit';
  /** The channel itself, such as `sms`. */
  by: string;
  times: number;
}

interface Done {
  done: readonly Contacts[];
  channel: Contacts['channel'];
}

const countsFor = (rule: ContactRule, channel: Contacts['channel']): boolean =>
  rule.kind === 'cap' && (rule.channel === 'any' || rule.channel === channel);

/** The cap that leaves least on this day; of two the shorter one. */
export function tightestCap(
  rules: readonly ContactRule[],
  of: Case,
  { done, channel }: Done,
): Allowance | null {
  const caps = rules
    .filter((rule) => countsFor(rule, channel) && isFor(rule, of))
    .flatMap(({ channel: capped, most, everyDays }) =>
      most === null || everyDays === null
        ? []
        : [{ ...countsIn(done, { channel: capped, everyDays }, of.day), most, everyDays }],
    );
  const [tightest] = caps.toSorted(
    (a, b) => a.most - a.times - (b.most - b.times) || a.everyDays - b.everyDays,
  );
  return tightest ?? null;
}

interface Cap {
  channel: string | null;
  everyDays: number;
}
const countedIn = (done: readonly Contacts[], cap: Cap, day: string): readonly Contacts[] => {
  const first = addDays(day, 1 - cap.everyDays);
  return done.filter(
    (one) => one.day >= first && one.day <= day && (cap.channel === 'any' || one.channel === cap.channel),
  );
};
const sumOf = (done: readonly Contacts[]): number => done.reduce((sum, { times }) => sum + times, 0);
const timesIn = (done: readonly Contacts[], cap: Cap, day: string): number =>
  sumOf(countedIn(done, cap, day));

/** How often, since which day, and by which channels. */
function countsIn(
  done: readonly Contacts[],
  cap: Cap,
  day: string,
): Pick<Allowance, 'times' | 'since' | 'by'> {
  const counted = countedIn(done, cap, day);
  const channels = [...new Set(counted.map(({ by }) => by))].toSorted();
  const by = channels.map((channel) => ({
    channel,
    times: sumOf(counted.filter((one) => one.by === channel)),
  }));
  return { times: sumOf(counted), since: addDays(day, 1 - cap.everyDays), by };
}

/** Maximum period of a cap. */
export const longestDays = 32;
/** Covers the 72 hours after an abandoned call, which span four calendar days, and a margin for time zones. */
const fewestDays = 5;
/** Days of history needed by the longest cap, and other limits. */
export const daysBackOf = (rules: readonly ContactRule[]): number =>
  Math.min(longestDays, Math.max(fewestDays, ...rules.map(({ everyDays }) => (everyDays ?? 0) + 1)));

/** First day below all caps; null when that is today. */
export function cappedUntil(rules: readonly ContactRule[], of: Case, { done, channel }: Done): string | null {
  const caps = rules.filter((rule) => countsFor(rule, channel) && isFor(rule, of));
  const isReached = (day: string): boolean =>
    caps.some(({ channel: capped, most, everyDays }) => {
      if (most === null || everyDays === null) return false;
      return timesIn(done, { channel: capped, everyDays }, day) >= most;
    });
  for (let n = 0; n <= 31; n += 1) {
    const day = addDays(of.day, n);
    if (!isReached(day)) return n === 0 ? null : day;
  }
  return addDays(of.day, 32);
}

/** Days of notice before an agent's first visit; null without a rule. */
export function noticeDays(rules: readonly ContactRule[], of: Case): number | null {
  const [closest] = rules
    .filter((rule) => rule.kind === 'notice' && isFor(rule, of))
    .toSorted((a, b) => closeness(b) - closeness(a));
  return closest?.everyDays ?? null;
}

/** Calling hours of a loan's borrowers; undefined without a rule, and then no contact is permitted. */
export function hoursFor(
  rules: readonly ContactRule[],
  of: Case,
): { startsAt: string; endsAt: string } | undefined {
  const [closest] = rules
    .filter((rule) => rule.kind === 'hours' && isFor(rule, of))
    .toSorted((a, b) => closeness(b) - closeness(a));
  if (!closest?.startsAt || !closest.endsAt) return undefined;
  return { startsAt: closest.startsAt, endsAt: closest.endsAt };
}
