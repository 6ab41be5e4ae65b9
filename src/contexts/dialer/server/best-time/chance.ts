/**
 * Answer probability of a number by hour: from its calls, and with few calls from its campaign. Both are tallies shrunk
 * by empirical Bayes with fixed weights, see decision 138. Pure.
 */
import { timeInIndia } from '#kernel/contract/india.ts';

/** Calls, and how many of them the borrower answered. */
export interface Tally {
  calls: number;
  answers: number;
}
/** A tally for each two hours of the day, from 08:00 IST; other hours join the nearest slot. */
export type Hours = readonly Tally[];

const start = 8;
const length = 2;
const count = 6;
/** Expected calls that weigh as much as the number's calls. */
const usualCalls = 4;
/** Weight of the prior: expected answers by which a person's rate is shrunk. */
const usualAnswers = 2;
/** Hours of a campaign weigh as much as so many of its calls at any hour. */
const campaignCalls = 50;
/** Half-life in days: people change shifts, and numbers change users. */
const halfLife = 45;
/** The answer rate without any data. */
const anybody = 0.3;
const most = 0.95;

const bandOf = (hour: number): number =>
  Math.min(count - 1, Math.max(0, Math.floor((hour - start) / length)));
export const bandAt = (at: Date): number => bandOf(Number(timeInIndia(at).slice(0, 2)));
export const hoursOf = (band: number): { from: number; until: number } => ({
  from: start + band * length,
  until: start + (band + 1) * length,
});
export const noHours = (): Tally[] => Array.from({ length: count }, () => ({ calls: 0, answers: 0 }));

/** Calls at an hour in India, so many days ago. */
export interface Past extends Tally {
  hour: number;
  daysAgo: number;
}
/** What was counted, and what it weighs today. */
export interface Known {
  counted: Hours;
  weighed: Hours;
}
export function known(past: readonly Past[]): Known {
  const [counted, weighed] = [noHours(), noHours()];
  for (const { hour, daysAgo, calls, answers } of past) {
    const weight = 0.5 ** (daysAgo / halfLife);
    add(counted[bandOf(hour)], calls, answers);
    add(weighed[bandOf(hour)], calls * weight, answers * weight);
  }
  return { counted, weighed };
}
function add(tally: Tally | undefined, calls: number, answers: number): void {
  if (!tally) return;
  tally.calls += calls;
  tally.answers += answers;
}

export const sum = (hours: Hours): Tally =>
  hours.reduce((all, { calls, answers }) => ({ calls: all.calls + calls, answers: all.answers + answers }), {
    calls: 0,
    answers: 0,
  });
const rate = ({ calls, answers }: Tally, weight: number, otherwise: number): number =>
  (answers + weight * otherwise) / (calls + weight);

/** The chance of an answer for each two hours. */
export function chances(own: Hours, campaign: Hours): number[] {
  const all = rate(sum(campaign), campaignCalls, anybody);
  const usual = campaign.map((tally) => rate(tally, campaignCalls, all));
  const expected = own.reduce((total, { calls }, band) => total + calls * (usual[band] ?? all), 0);
  const level = (sum(own).answers + usualAnswers) / (expected + usualAnswers);
  return own.map((tally, band) => rate(tally, usualCalls, Math.min(most, (usual[band] ?? all) * level)));
}

/** What is won by calling now instead of at the best hour that is still to come today. */
export function gainAt(band: number, own: Hours, campaign: Hours): number {
  const all = chances(own, campaign);
  return (all[band] ?? 0) - Math.max(0, ...all.slice(band + 1));
}

interface Best {
  from: number;
  until: number;
  /** The number's calls in these hours, and in all others. */
  within: Tally;
  outside: Tally;
  /** Derived from the campaign rather than from the number. */
  isUsual: boolean;
}
const ownEnough = 3;
const campaignEnough = 200;
/** Hours are worth a sentence when an answer is so much likelier in them than on average. */
const worth = 1.5;

/** The best hours to call, if there is any data. */
export function bestOf({ counted, weighed }: Known, campaign: Hours): Best | null {
  const all = chances(weighed, campaign);
  const mean = all.reduce((total, one) => total + one, 0) / count;
  const band = all.indexOf(Math.max(...all));
  const within = counted[band] ?? { calls: 0, answers: 0 };
  const { calls, answers } = sum(counted);
  const isOwn = within.answers > 0 && calls >= ownEnough;
  const isKnown = isOwn || sum(campaign).calls >= campaignEnough;
  if (!isKnown || (all[band] ?? 0) < mean * worth) return null;
  return {
    ...hoursOf(band),
    within,
    outside: { calls: calls - within.calls, answers: answers - within.answers },
    isUsual: !isOwn,
  };
}

/** Index of the best answered number; the first of equal ones. */
export function bestNumber(numbers: readonly Hours[]): number {
  const all = numbers.map((hours) => rate(sum(hours), usualCalls, anybody));
  return Math.max(0, all.indexOf(Math.max(...all)));
}
