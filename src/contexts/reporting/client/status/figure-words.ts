/** A figure in words, by the unit at the end of its name. Pure. */
import { statusText as say } from '#contexts/reporting/text/en/status.ts';

/** The largest unit of which there is at least one, rounded down. */
function spanWords(seconds: number): string {
  if (seconds < 60) return say.seconds(Math.floor(seconds));
  if (seconds < 3600) return say.minutes(Math.floor(seconds / 60));
  if (seconds < 86_400) return say.hours(Math.floor(seconds / 3600));
  return say.days(Math.floor(seconds / 86_400));
}

export function figureWords(name: string, value: number): string {
  if (name.endsWith('_seconds')) return spanWords(value);
  if (name.endsWith('_share')) return `${Math.round(value * 1000) / 10} %`;
  return value.toLocaleString('en-IN');
}
