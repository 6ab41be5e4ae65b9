/** Labels of buckets and rolls, and their URL parameters. */
import { rollMoves, rollsFrom, rollsTo } from '#contexts/reporting/contract/rolls.ts';
import { chartsText } from '#contexts/reporting/text/en/charts.ts';

const say = chartsText.rolls;

/** Of a bucket, or of a roll. */
export function wordOf(name: string): string {
  const words: Readonly<Record<string, string>> = { ...say.moves, ...chartsText.buckets };
  return words[name] ?? name;
}

const among = <T extends string>(list: readonly T[], word: string | undefined): T | undefined =>
  list.find((one) => one === word);

interface Rolled {
  from?: (typeof rollsFrom)[number];
  to?: (typeof rollsTo)[number];
  move?: (typeof rollMoves)[number];
}
/** Parses `from~to` or `from~move`, as written by a figure; unknown values are dropped. */
export function rolledFrom(address: string): Rolled {
  const [first, second] = address.split('~');
  const from = among(rollsFrom, first);
  const move = among(rollMoves, second);
  const to = among(rollsTo, second);
  return { ...(from && { from }), ...(move ? { move } : to && { to }) };
}
