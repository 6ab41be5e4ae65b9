/** A message channel is described once; code listing all of them is detected when one is added. */
import type { Source } from './source.ts';

const described =
  /^src\/(kernel\/contract\/channels\/channels\.ts|text\/[a-z]+\/channels\.ts|app\/demo\/|kernel\/server\/db\/)/;
/** A specified order names some first; the others are appended automatically. */
const orders = /channelsFrom\([^)]*\)/g;
const isNamed = (channel: string, text: string): boolean =>
  new RegExp(`'${channel}'|\\b${channel}(Loan|Summary|Send)?\\s*:`).test(text);

export function channelsNamedAgain({ path, text }: Source): string[] {
  if (described.test(path)) return [];
  const rest = text.replace(orders, '');
  return isNamed('whatsApp', rest) && isNamed('rcs', rest)
    ? [`${path} names the channels of messages again`]
    : [];
}
