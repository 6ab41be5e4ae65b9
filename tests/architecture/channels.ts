/** A channel of messages is described once; whoever names all of them again must be found when one is added. */
import type { Source } from './source.ts';

const described =
  /^src\/(kernel\/contract\/channels\/channels\.ts|contexts\/messaging\/text\/|app\/demo\/|kernel\/server\/db\/)/;
/** An order of the specification names some first; every other follows by itself. */
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
