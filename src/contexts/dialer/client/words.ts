import { dialerText as say } from '#contexts/dialer/text/en/dialer.ts';

/** A word of the dialer as people say it. */
export function statusWords(status: string): string {
  const known = (say.words as Readonly<Record<string, string>>)[status];
  const [, name] = /^break-(.+)$/i.exec(status) ?? [];
  return known ?? (name ? `${say.words.Break}: ${name.charAt(0)}${name.slice(1).toLowerCase()}` : status);
}
