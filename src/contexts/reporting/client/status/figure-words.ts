/** Text of a metric, by the unit suffix of its name. Pure. */
import { channelName } from '#text/en/channels.ts';
import { paymentAccountsText } from '#contexts/payments/text/en/payment-accounts.ts';
import { statusText as say } from '#contexts/reporting/text/en/status.ts';

const DAY_S = 86_400;

/** Largest unit with a small number, rounded down: a day and a half is shown in hours. */
function spanWords(seconds: number): string {
  if (seconds < 60) return say.seconds(Math.floor(seconds));
  if (seconds < 3600) return say.minutes(Math.floor(seconds / 60));
  if (seconds < 2 * DAY_S && seconds !== DAY_S) return say.hours(Math.floor(seconds / 3600));
  return say.days(Math.floor(seconds / DAY_S));
}

export function figureWords(name: string, value: number): string {
  if (name.endsWith('_seconds')) return spanWords(value);
  if (name.endsWith('_share')) return `${Math.round(value * 1000) / 10} %`;
  return value.toLocaleString('en-IN');
}

/** Display name of a metric label; a campaign's name is unchanged. */
export const labelWords = (label: string): string =>
  (say.labels as Readonly<Record<string, string>>)[label] ??
  (paymentAccountsText.gateways as Readonly<Record<string, string>>)[label] ??
  channelName(label);

/** All of it in one figure: the oldest age, the largest share, the sum of what is counted; `values` from the largest on. */
export function wholeWords(name: string, values: readonly { value: number }[]): string {
  const [first] = values;
  // A missing backup or restore test is a warning, not zero.
  if (!first)
    return name === 'backup_age_seconds' || name === 'rehearsal_age_seconds' ? say.noneKnown : say.none;
  const isCount = !/_(?:seconds|share)$/u.test(name);
  return figureWords(name, isCount ? values.reduce((sum, { value }) => sum + value, 0) : first.value);
}
