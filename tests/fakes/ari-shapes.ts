/** Channels and bridges of an Asterisk that is played, and what it shows of them. */
import { music } from '../../src/contexts/dialer/server/exchange/plan.ts';
import type { NumberPlan } from '../../src/contexts/dialer/server/telephony/number-plan.ts';

export interface Channel {
  id: string;
  name: string;
  state: string;
  caller: { number: string; name: string };
  dialplan: { context: string; exten: string; app_name: string; app_data: string };
  app: string;
  args: string;
  plan: NumberPlan;
  timers: NodeJS.Timeout[];
  /** Next step of a machine, by timer or test. */
  next?: () => void;
  /** Entered by the dialplan, so no events follow StasisEnd. */
  isInbound: boolean;
  /** Answered calls are passed to us by the dialplan: events only with a trunk subscription. */
  isGuarded: boolean;
  /** The dialplan runs machine detection first. */
  isChecked: boolean;
  /** The dialplan plays until stopped: in a recorded bridge it masks the other. */
  isPlayedTo: boolean;
  /** Its audio is not forwarded. */
  isMute: boolean;
  /** Received audio packets. */
  received: number;
  /** Recording of its audio. */
  records?: string;
  /** The carrier sends sound before the answer. */
  hasEarlyMedia: boolean;
  /** One of our servers delays it for its agent's line: the dialplan is silent. */
  isWaiting: boolean;
  /** Channels alone in their bridges after this hangup. */
  leaves: readonly string[];
  /** When the dialplan plays the farewell, seconds after the answer, and the clock of it. */
  farewellAfterS: number;
  /** Seconds until the dialplan reclaims the channel; 0: never. */
  limitS: number;
  limit?: NodeJS.Timeout;
  /** Snoops on that channel, and speaks to it. */
  spiesOn?: string;
}
export interface Bridge {
  id: string;
  bridge_type: string;
  channels: string[];
  /** Active recordings of the bridge. */
  recordings: string[];
  /** Sound for all members, until stopped. */
  sound?: { id: string; media: string };
}

export interface NewChannel extends Pick<Channel, 'plan' | 'args' | 'app' | 'isInbound' | 'isGuarded'> {
  from: string;
  exten: string;
  isChecked?: boolean;
}
export const newChannel = (
  id: string,
  name: string,
  { from, exten, isChecked = false, ...o }: NewChannel,
): Channel => ({
  ...o,
  id,
  name,
  state: 'Down',
  caller: { number: from, name: '' },
  dialplan: { context: 'default', exten, app_name: 'AppDial2', app_data: '(Outgoing Line)' },
  timers: [],
  isChecked,
  isPlayedTo: false,
  isMute: false,
  isWaiting: false,
  hasEarlyMedia: false,
  leaves: [],
  received: 0,
  farewellAfterS: 0,
  limitS: 0,
});
/**
 * TIMEOUT(absolute) set by the dialplan at the answer, or while the channel is in our application; 0: none. Real time:
 * the server's timeouts are not accelerated.
 */
export function limitTime(channel: Channel, query: URLSearchParams | undefined, over: () => void): void {
  if (query && (query.get('variable') !== 'TIMEOUT(absolute)' || channel.dialplan.app_name !== 'Stasis'))
    return;
  const seconds = query ? Number(query.get('value')) : channel.farewellAfterS;
  clearTimeout(channel.limit);
  channel.limitS = seconds;
  if (seconds > 0 && channel.isGuarded) channel.limit = setTimeout(over, seconds * 1000).unref();
}

export const shown = ({ id, name, state, caller, dialplan }: Channel): object => ({
  id,
  name,
  state,
  caller,
  dialplan,
});
/** Returns the ARI events of a dialed leg; ringing has two. */
export function dialling(channel: Channel, how: 'progress' | 'ringing'): { type: string }[] {
  const dial = { type: 'Dial', dialstring: '', peer: shown(channel) };
  if (how === 'progress') return [{ ...dial, dialstatus: 'PROGRESS' } as { type: string }];
  return [
    { ...dial, dialstatus: 'RINGING' } as { type: string },
    { type: 'ChannelStateChange', channel: shown(channel) } as { type: string },
  ];
}
/** Returns the causes of a hangup; a switched-off phone sends SIP 480, and its cause is lost. */
export const causesOf = (cause: number, sip: number | undefined): object => ({
  cause: cause === 20 && !sip ? 19 : cause,
  ...(cause === 20 && !sip && { tech_cause: 480 }),
  ...(sip && { tech_cause: sip }),
  cause_txt: '',
});
export const shownBridge = ({ recordings: _r, sound: _s, ...bridge }: Bridge): object => ({
  ...bridge,
  channels: [...bridge.channels],
});

/** A file in a sounds folder: the folder is interpreted as a language. */
export function shownSound(name: string): object {
  const [language = '', ...rest] = name.split('/');
  return { id: rest.join('/'), formats: [{ language, format: 'slin' }] };
}

const classes: readonly string[] = Object.values(music);
/** A class of music that a file names. */
export const isClass = (name: string): boolean => classes.includes(name);

/** Faults of the next requests of a kind. */
export interface Fault {
  method: string;
  path: RegExp;
  /** A status, no response, a lost response after execution, a delayed one, or one blocked on a promise. */
  how: number | 'silence' | 'lost' | { ms: number } | { until: Promise<unknown> };
  times: number;
}

/** With which secret the line of an extension is opened from now on. */
export function keepSecret(secrets: Map<string, string>, body: string): void {
  const { fields } = JSON.parse(body) as { fields: { attribute: string; value: string }[] };
  const of = Object.fromEntries(fields.map(({ attribute, value }) => [attribute, value]));
  secrets.set(of['username'] ?? '', of['password'] ?? '');
}

export type Reply = [status: number, said?: unknown];

/** Applies a delay. */
export const isLate = async ({ how }: Fault): Promise<void> => {
  if (typeof how === 'object' && 'ms' in how) await new Promise((go) => void setTimeout(go, how.ms));
};
/** Executes, and delays the response. */
export const isAnswered = async ({ how }: Fault): Promise<void> => {
  if (typeof how === 'object' && 'until' in how) await how.until;
};

export const shownApp = (
  name: string,
  trunks: ReadonlySet<string>,
  channels: ReadonlyMap<string, Channel>,
  heard: ReadonlyMap<string, 'channel' | 'bridge'>,
): Reply => [
  200,
  {
    name,
    endpoint_ids: [...trunks],
    channel_ids: [...channels.values()].filter((one) => !one.isGuarded).map((one) => one.id),
    bridge_ids: [...heard].filter(([, what]) => what === 'bridge').map(([one]) => one),
  },
];

/** Fault for the next request of a kind. Requests that test the exchange consume none meant for a call. */
export function takeFault(faults: readonly Fault[], method: string, path: string): Fault | undefined {
  if (path.startsWith('/events/') || path.includes('recoup-test-')) return undefined;
  const fault = faults.find((one) => one.method === method && one.path.test(path) && one.times > 0);
  if (fault) fault.times -= 1;
  return fault;
}
/** Variables of a new channel are in the body. */
export function addVariables(query: URLSearchParams, body: string): void {
  const { variables = {} } = (body ? JSON.parse(body) : {}) as { variables?: Record<string, string> };
  for (const [name, value] of Object.entries(variables)) query.set(name, value);
}

export function inTime(lateMs: number, work: () => void): void {
  if (lateMs === 0) work();
  else setTimeout(work, lateMs).unref();
}
