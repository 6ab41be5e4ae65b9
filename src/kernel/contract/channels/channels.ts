/**
 * Bulk message channels, each described once: its lists, cards, exports, sending, templates and figures derive from
 * here. Texts are in `text/<locale>/channels.ts`, carriers in `server/carriers/carriers.ts`.
 */
import type { RouteLine } from '#kernel/contract/endpoint.ts';
import { type Descriptor, messageStatuses, unread } from './descriptor.ts';

/** In the order of the choices when a file is sent. */
export const channelOf = {
  whatsApp: {
    noun: 'WhatsApp messages',
    tab: 'whatsapp',
    list: 'GET /message/whatsapp',
    summary: 'GET /communication-dashboard/whatsApp-summary',
    sends: 'sendWhatsApp',
    send: 'POST /communication-dashboard/send-whatsApp',
    loan: 'whatsAppMsgLoan',
    isRecorded: false,
    hasAnswers: true,
    statuses: messageStatuses,
    tellsStatus: false,
    counts: 'whatsappCount',
    option: 'whatsAppTemplateName',
    by: 'name',
    campaign: null,
    choices: 'GET /integrations/ezsip/whatsapp/dropDown',
    picture: 'whatsapp',
    costs: 80,
  },
  sms: {
    noun: 'SMS',
    tab: 'sms',
    list: 'GET /message/sms',
    summary: 'GET /communication-dashboard/sms-summary',
    sends: 'sendSms',
    send: 'POST /communication-dashboard/send-sms',
    loan: 'smsLoan',
    isRecorded: false,
    hasAnswers: false,
    statuses: unread,
    tellsStatus: true,
    counts: 'smsCount',
    option: 'smsTemplateId',
    by: 'id',
    campaign: null,
    choices: null,
    picture: 'message',
    costs: 15,
  },
  ivr: {
    noun: 'Recorded calls (IVR)',
    tab: 'ivr',
    list: 'GET /message/ivr',
    summary: 'GET /communication-dashboard/ivr-summary',
    sends: 'startIvr',
    send: 'POST /communication-dashboard/start-ivr',
    loan: 'ivrLoan',
    isRecorded: true,
    hasAnswers: false,
    statuses: unread,
    tellsStatus: false,
    counts: 'ivrCount',
    option: 'ivrDialerCampaignId',
    by: 'id',
    campaign: 'ivrDialerCampaignName',
    choices: 'GET /integrations/ezsip/listIVR',
    picture: 'recording',
    costs: 30,
  },
  rcs: {
    noun: 'RCS messages',
    tab: 'rcs',
    list: 'GET /message/rcs',
    summary: 'GET /communication-dashboard/rcs-summary',
    sends: 'sendRcs',
    send: 'POST /communication-dashboard/send-rcs',
    loan: 'rcsLoan',
    isRecorded: false,
    hasAnswers: true,
    statuses: messageStatuses,
    tellsStatus: false,
    counts: 'rcsCount',
    option: 'rcsTemplateId',
    by: 'id',
    campaign: null,
    choices: null,
    picture: 'message',
    costs: 25,
  },
} as const satisfies Record<string, Descriptor>;

type Described = typeof channelOf;
export type Channel = keyof Described;
export type SentCount = Described[Channel]['counts'];

const [first, ...others] = Object.keys(channelOf) as [Channel, ...Channel[]];
export const channels: readonly [Channel, ...Channel[]] = [first, ...others];
/** What a single borrower can be written on. */
export const messageChannels: readonly [Channel | 'email', ...(Channel | 'email')[]] = [...channels, 'email'];
type With<Part extends keyof Descriptor, Value> = {
  [C in Channel]: Described[C][Part] extends Value ? C : never;
}[Channel];
/** Recorded call channels, also by their types. */
export type Recorded = With<'isRecorded', true>;
export const isRecorded = (channel: Channel): channel is Recorded => channelOf[channel].isRecorded;
const [firstRecorded, ...othersRecorded] = channels.filter(isRecorded) as [Recorded, ...Recorded[]];
export const recorded: readonly [Recorded, ...Recorded[]] = [firstRecorded, ...othersRecorded];
export const recordedWith = <const Ending extends string, Made>(
  end: Ending,
  make: (channel: Recorded) => Made,
): { [C in Recorded as `${C}${Ending}`]: Made } =>
  Object.fromEntries(recorded.map((one) => [`${one}${end}`, make(one)])) as {
    [C in Recorded as `${C}${Ending}`]: Made;
  };
/** Builds a record for recorded call campaigns, by option name. */
export const recordedCampaigns = <Made>(
  make: (channel: Recorded) => Made,
): { [C in Recorded as Described[C]['campaign']]: Made } =>
  Object.fromEntries(recorded.map((one) => [channelOf[one].campaign, make(one)])) as {
    [C in Recorded as Described[C]['campaign']]: Made;
  };
type Listed = With<'choices', RouteLine>;
/** Builds a record for channels with a separate template list, by path name. */
export const listedChannels = <Made>(
  make: (channel: Listed, line: RouteLine) => Made,
): { [C in Listed as Described[C]['tab']]: Made } =>
  Object.fromEntries(
    channels.flatMap((one) => {
      const { choices, tab } = channelOf[one];
      return choices ? [[tab, make(one as Listed, choices)] as const] : [];
    }),
  ) as { [C in Listed as Described[C]['tab']]: Made };

/** Those the specification puts first, in its order, and then every other. */
export const channelsFrom = (...named: readonly Channel[]): Channel[] => [
  ...named,
  ...channels.filter((one) => !named.includes(one)),
];
export const channelOfTab = (tab: string | undefined): Channel | undefined =>
  channels.find((one) => channelOf[one].tab === tab);

/** Record built per channel, by the channel's name for that part. */
export type NamedByChannel<Part extends 'tab' | 'loan' | 'sends' | 'option' | 'counts', Made> = {
  [C in Channel as Described[C][Part]]: Made;
};
export const channelsBy = <const Part extends 'tab' | 'loan' | 'sends' | 'option' | 'counts', Made>(
  part: Part,
  make: (channel: Channel) => Made,
): NamedByChannel<Part, Made> =>
  Object.fromEntries(channels.map((one) => [channelOf[one][part], make(one)])) as NamedByChannel<Part, Made>;

/** The same by channel name with a suffix, such as `smsSummary`. */
export const channelsWith = <const Ending extends string, Made>(
  end: Ending,
  make: (channel: Channel) => Made,
): { [C in Channel as `${C}${Ending}`]: Made } =>
  Object.fromEntries(channels.map((one) => [`${one}${end}`, make(one)])) as {
    [C in Channel as `${C}${Ending}`]: Made;
  };
/** The same under the channel itself. */
export const forChannels = <Made>(make: (channel: Channel) => Made): Record<Channel, Made> =>
  Object.fromEntries(channels.map((one) => [one, make(one)])) as Record<Channel, Made>;
