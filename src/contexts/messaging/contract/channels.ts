/**
 * The channels of messages that go out in bulk, each described once: its lists, cards, exports, sending, templates and
 * figures derive from here. Its words are in `text/<locale>/channels.ts`, who carries it in `server/carriers/carriers.ts`.
 */
import type { Line } from '#kernel/contract/endpoint.ts';

interface Descriptor {
  /** What is sent, as documentation says it. */
  noun: string;
  /** The name of its list, in addresses and exports too. */
  tab: string;
  list: Line;
  summary: Line;
  /** The endpoint that sends a template to loans. */
  sends: string;
  send: Line;
  /** What the loan of a message is called on the dashboard (document 1, section 3). */
  loan: string;
  /** A recorded call: it has no text, leaves when somebody starts it, and is told by its campaign. */
  isRecorded: boolean;
  /** Borrowers answer with one press (document 1, section 9). */
  hasAnswers: boolean;
  /** Its carrier says when a message was read. */
  tellsRead: boolean;
  /** A single message of it can be asked about (document 3, section 7). */
  tellsStatus: boolean;
  /** What a borrower's page calls how many were sent. */
  counts: string;
  /** How the options of a file name its template, and by what (document 3, section 5). */
  option: string;
  by: 'id' | 'name';
}

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
    tellsRead: true,
    tellsStatus: false,
    counts: 'whatsappCount',
    option: 'whatsAppTemplateName',
    by: 'name',
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
    tellsRead: false,
    tellsStatus: true,
    counts: 'smsCount',
    option: 'smsTemplateId',
    by: 'id',
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
    tellsRead: false,
    tellsStatus: false,
    counts: 'ivrCount',
    option: 'ivrDialerCampaignId',
    by: 'id',
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
    tellsRead: true,
    tellsStatus: false,
    counts: 'rcsCount',
    option: 'rcsTemplateId',
    by: 'id',
  },
} as const satisfies Record<string, Descriptor>;

type Described = typeof channelOf;
export type Channel = keyof Described;
export type SentCount = Described[Channel]['counts'];

const [first, ...others] = Object.keys(channelOf) as [Channel, ...Channel[]];
export const channels: readonly [Channel, ...Channel[]] = [first, ...others];
/** What a single borrower can be written on. */
export const messageChannels: readonly [Channel | 'email', ...(Channel | 'email')[]] = [...channels, 'email'];
export const recorded: readonly Channel[] = channels.filter((one) => channelOf[one].isRecorded);

/** Those the specification puts first, in its order, and then every other. */
export const channelsFrom = (...named: readonly Channel[]): Channel[] => [
  ...named,
  ...channels.filter((one) => !named.includes(one)),
];
export const channelOfTab = (tab: string | undefined): Channel | undefined =>
  channels.find((one) => channelOf[one].tab === tab);

/** A record of what is made for each channel, under the name the channel gives it. */
export type NamedByChannel<Part extends 'tab' | 'loan' | 'sends' | 'option' | 'counts', Made> = {
  [C in Channel as Described[C][Part]]: Made;
};
export const channelsBy = <const Part extends 'tab' | 'loan' | 'sends' | 'option' | 'counts', Made>(
  part: Part,
  make: (channel: Channel) => Made,
): NamedByChannel<Part, Made> =>
  Object.fromEntries(channels.map((one) => [channelOf[one][part], make(one)])) as NamedByChannel<Part, Made>;

/** The same under the channel's own name with an ending, such as `smsSummary`. */
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
