import type { Channel } from '#kernel/contract/channels/channels.ts';
import { localised } from '#text/locale.ts';

interface ChannelWords {
  name: string;
  /** Label above its template select. */
  picker: string;
  /** Where none is chosen. */
  needed: string;
  /** What sends it. */
  act: string;
}

/** Texts of each channel. */
const words = {
  whatsApp: {
    name: 'WhatsApp',
    picker: 'WhatsApp Template',
    needed: 'Select Whatsapp Template!',
    act: 'Send WhatsApp',
  },
  sms: { name: 'SMS', picker: 'SMS Template', needed: 'Select SMS Template!', act: 'Send SMS' },
  ivr: { name: 'IVR', picker: 'IVR Template', needed: 'Select IVR Template!', act: 'Start IVR' },
  rcs: { name: 'RCS', picker: 'RCS Template', needed: 'Select RCS Template!', act: 'Send RCS' },
} satisfies Record<Channel, { [K in keyof ChannelWords]: string }>;

export const channelsText = localised('channels', {
  ...words,
  others: { email: 'E-mail', call: 'Calls', visit: 'Visits' },
});

/** What a way of contact is called: a channel of messages, or another. */
export const channelName = (channel: string): string => {
  const known: Readonly<Record<string, { name: string }>> = { ...channelsText, others: { name: '' } };
  const others: Readonly<Record<string, string>> = channelsText.others;
  return known[channel]?.name ?? others[channel] ?? channel;
};
/** How often each was used, as `Calls 1, SMS 2`. */
export const usedText = (by: readonly { channel: string; times: number }[]): string =>
  by.map(({ channel, times }) => `${channelName(channel)} ${times}`).join(', ');
