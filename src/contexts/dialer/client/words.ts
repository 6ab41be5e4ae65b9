import { dialerText as say } from '#contexts/dialer/text/en/dialer.ts';

/** Display text of a dialer status. */
export function statusWords(status: string): string {
  const known = (say.words as Readonly<Record<string, string>>)[status];
  const [, name] = /^break-(.+)$/i.exec(status) ?? [];
  return known ?? (name ? `${say.words.Break}: ${name.charAt(0)}${name.slice(1).toLowerCase()}` : status);
}
