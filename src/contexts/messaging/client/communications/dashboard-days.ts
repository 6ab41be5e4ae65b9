import { type Channel, channels } from '#kernel/contract/channels/channels.ts';
import { today } from '#kernel/ui/parts/values/format.ts';

/** WhatsApp by default (document 1, section 2.6). */
export const channelNow = (word: string | undefined): Channel =>
  channels.find((one) => one === word) ?? 'whatsApp';

/** From the first of the month (G168). */
export const monthSoFar = (): [string, string] => [`${today().slice(0, 8)}01`, today()];
