/**
 * Translates Asterisk events to provider events. Pure. An event has the same id however often, and by whichever route,
 * it arrives.
 */
import { createHash } from 'node:crypto';
import { musicSound } from '../../exchange/files.ts';
import { isCarrierFault } from '../../trunks/call-fault.ts';
import { contexts, messageStep, messageSteps } from '../../exchange/plan.ts';
import type { AriBridge, AriChannel, AriEvent } from './ari.ts';
import type { Checked, LegInfo, ProviderEvent } from '../port.ts';

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
const uuidLength = 36;
export const isOurs = (channelId: string): boolean => uuid.test(channelId);

/** Our leg id of an inbound channel, derived from Asterisk's id so that every node computes the same. */
export function legInEvent(channelId: string): string {
  if (isOurs(channelId)) return channelId;
  const hash = createHash('sha256').update(channelId).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

/** `called`: joins a call that continues without it, with music until bridged. */
type Side = 'customer' | 'agent' | 'called' | 'own-phone' | 'inbound' | 'ear';
const sides: readonly string[] = ['customer', 'agent', 'called', 'own-phone', 'inbound', 'ear'];
/** Snoop channels, which let supervisors listen, and channels by which the exchange tests itself are no legs of calls. */
export const isEar = ({ name }: Pick<AriChannel, 'name'>): boolean =>
  name.startsWith('Snoop/') || name.includes(`@${contexts.music}`);
/** Role of a channel in our application: the first Stasis argument; without one it is inbound. */
export const sideOf = (said: string | undefined): Side =>
  sides.includes(said ?? '') ? (said as Side) : 'inbound';

/** Role of a channel in our application, from a channel list. */
const sideIn = ({ id, dialplan }: AriChannel): Side =>
  isOurs(id) && dialplan.app_name !== 'Stasis' ? 'customer' : sideOf(dialplan.app_data?.split(',')[1]);
export const isIn = ({ dialplan }: AriChannel, app: string): boolean =>
  dialplan.app_name === 'Stasis' && dialplan.app_data?.split(',')[0] === app;

const roleOf = (side: Side): LegInfo['role'] => (side === 'customer' || side === 'inbound' ? side : 'agent');
const stateOf = ({ state }: AriChannel): LegInfo['state'] =>
  state === 'Up' ? 'answered' : state === 'Ringing' ? 'ringing' : 'dialing';
export const infoOf = (channel: AriChannel, bridgeId: string | null): LegInfo => ({
  legId: legInEvent(channel.id),
  role: roleOf(sideIn(channel)),
  state: stateOf(channel),
  bridgeId,
});

/** Hang-up causes set by the called party; all others come from the network. */
const ofTheFar = new Set([16, 17, 21]);

const inbound = (channel: AriChannel, at: Date): ProviderEvent => ({
  eventId: `${legInEvent(channel.id)}:inbound`,
  at,
  type: 'inbound',
  legId: legInEvent(channel.id),
  from: channel.caller.number,
  did: channel.dialplan.exten,
});
const answered = (channel: AriChannel, at: Date): ProviderEvent => ({
  eventId: `${channel.id}:answered`,
  at,
  type: 'leg.answered',
  legId: channel.id,
});
/** Without any speech it is no answering machine: a person may wait for us to speak. */
function verdictOf(said: string, cause: string): Checked['verdict'] {
  if (said === 'HUMAN') return 'person';
  return said === 'MACHINE' && !cause.startsWith('INITIALSILENCE') ? 'machine' : 'unsure';
}
/** Result of answering-machine detection in the Stasis arguments; without it the call was answered. */
function checkedIn(channel: AriChannel, [, said, cause = '']: readonly string[], at: Date): ProviderEvent {
  if (said === undefined || said === '') return answered(channel, at);
  const checked = { verdict: verdictOf(said, cause), cause };
  const type = checked.verdict === 'machine' ? 'leg.machine' : 'leg.answered';
  return { eventId: `${channel.id}:answered`, at, type, legId: channel.id, checked };
}
/** Missed events of a channel in our application, if its Stasis start was lost. */
function entered(channel: AriChannel, at: Date): ProviderEvent | undefined {
  if (sideIn(channel) === 'inbound') return inbound(channel, at);
  const args = channel.dialplan.app_data?.split(',').slice(1) ?? [];
  return channel.state === 'Up' ? checkedIn(channel, args, at) : undefined;
}
/** The event of its end was missed. */
export const gone = (legId: string, at: Date): ProviderEvent => ({
  eventId: `${legId}:gone`,
  at,
  type: 'leg.ended',
  legId,
  cause: null,
  by: 'network',
});
const bridged = (legId: string, bridgeId: string, at: Date): ProviderEvent => ({
  eventId: `${legId}:bridged:${bridgeId}`,
  at,
  type: 'leg.bridged',
  legId,
  bridgeId,
});

/** Events that these channels and bridges should have sent, under the ids they would have had. */
export function missedIn(
  channels: readonly AriChannel[],
  bridges: readonly AriBridge[],
  app: string,
): ProviderEvent[] {
  const at = new Date();
  const there = channels.filter((one) => isIn(one, app)).flatMap((one) => entered(one, at) ?? []);
  const together = bridges.filter(({ channels: legs }) => legs.length > 1);
  return [
    ...there,
    ...together.flatMap(({ id, channels: legs }) => legs.map((leg) => bridged(legInEvent(leg), id, at))),
  ];
}

/** Channel name in the event id, because a call rerouted to another carrier may have early media there too. */
function progress(channel: AriChannel, at: Date): ProviderEvent[] {
  if (!isOurs(channel.id)) return [];
  return [{ eventId: `${channel.id}:progress:${channel.name}`, at, type: 'leg.progress', legId: channel.id }];
}
function dialling({ dialstatus, peer }: AriEvent, at: Date): ProviderEvent[] {
  if (!peer) return [];
  if (dialstatus === 'RINGING') return ringing(peer, at);
  return dialstatus === 'PROGRESS' ? progress(peer, at) : [];
}

function ringing(channel: AriChannel, at: Date): ProviderEvent[] {
  if (!isOurs(channel.id)) return [];
  return [{ eventId: `${channel.id}:ringing`, at, type: 'leg.ringing', legId: channel.id }];
}

function started(channel: AriChannel, args: readonly string[], at: Date): ProviderEvent[] {
  if (sideOf(args[0]) === 'inbound') return [inbound(channel, at)];
  return isOurs(channel.id) ? [checkedIn(channel, args, at)] : [];
}

/** SIP 480 means switched off or unreachable; Asterisk maps it to "no answer". */
const causeOf = ({ cause = 0, tech_cause: sip }: AriEvent): number =>
  cause === 19 && sip === 480 ? 20 : cause;

function ended(
  channel: AriChannel,
  { cause, sip }: { cause: number; sip?: number | undefined },
  at: Date,
  isByUs: boolean,
): ProviderEvent {
  const legId = legInEvent(channel.id);
  const isFar = ofTheFar.has(cause) && !isCarrierFault({ cause, sip });
  const by = isByUs ? 'us' : isFar ? 'far' : 'network';
  // A call rejected by one carrier is placed by the next under the same id: each of its ends is a separate event.
  const eventId = isOurs(channel.id) ? `${legId}:ended:${channel.name}` : `${legId}:ended`;
  const wasAnswered = isOurs(channel.id) && channel.state === 'Up';
  const how = { ...(sip && { sip }), ...(wasAnswered && { wasAnswered }) };
  return { eventId, at, type: 'leg.ended', legId, cause, by, ...how };
}

/** What the dialplan listens by. */
const listening = 'AMD()';
/** Where in the dialplan it has come to, of what we have to know. */
function cameTo(channel: AriChannel, asked: string | undefined, at: Date): ProviderEvent[] {
  const of = { at, legId: channel.id };
  if (asked === listening) return [{ eventId: `${channel.id}:picked-up`, type: 'leg.picked-up', ...of }];
  const how = messageSteps.find((step) => asked === messageStep(step));
  return how ? [{ eventId: `${channel.id}:message:${how}`, type: 'leg.message', how, ...of }] : [];
}
/** Playback id of an announcement to a waiting caller. */
export const sayingOf = (legId: string, no: number): string => `say-${no}-${legId}`;
/** And of the music after a message. */
export const afterOf = (legId: string): string => `after-${legId}`;
export const musicUri = `sound:${musicSound}`;
function saidIn(playbackId: string): { legId: string; no: number } | undefined {
  const [, no, legId] = /^say-(\d+)-(.+)$/.exec(playbackId) ?? [];
  return legId === undefined ? undefined : { legId, no: Number(no) };
}
/** Events of announcements to queue callers: the last one finishes when music starts. Other playbacks are dropped. */
function told({ type, playback }: AriEvent, at: Date): ProviderEvent[] {
  const isMusicNext = playback?.next_media_uri === musicUri && playback.media_uri !== musicUri;
  if (type === 'PlaybackContinuing' && !isMusicNext) return [];
  const said = saidIn(playback?.id ?? '');
  return said ? [{ eventId: `${said.legId}:told:${said.no}`, at, type: 'leg.told', ...said }] : [];
}
export const messageOver = (legId: string, at: Date): ProviderEvent => ({
  eventId: `${legId}:recorded`,
  at,
  type: 'leg.recorded',
  legId,
});
/** A finished voice message, by its leg; recordings of bridges end with their bridge instead. */
function recorded({ recording }: AriEvent, at: Date): ProviderEvent[] {
  if (!recording?.target_uri.startsWith('channel:')) return [];
  // Follows the application name, if not the default; a test recording has no leg.
  const legId = recording.name.slice(-uuidLength);
  return isOurs(legId) ? [messageOver(legId, at)] : [];
}

/** `wasOurs`: we requested the hang-up of that leg. */
export function eventsOf(event: AriEvent, wasOurs: (legId: string) => boolean): ProviderEvent[] {
  const said = Date.parse(event.timestamp ?? '');
  const at = new Date(Number.isNaN(said) ? Date.now() : said);
  const { channel, bridge } = event;
  if (event.type === 'PlaybackFinished' || event.type === 'PlaybackContinuing') return told(event, at);
  if (event.type === 'RecordingFinished') return recorded(event, at);
  if (event.type === 'Dial') return dialling(event, at);
  if (!channel || isEar(channel)) return [];
  switch (event.type) {
    case 'StasisStart':
      return started(channel, event.args ?? [], at);
    case 'ChannelDialplan':
      return isOurs(channel.id) ? cameTo(channel, event.dialplan_app_data, at) : [];
    case 'ChannelStateChange':
      return channel.state === 'Ringing' ? ringing(channel, at) : [];
    case 'ChannelDestroyed':
      return [
        ended(channel, { cause: causeOf(event), sip: event.tech_cause }, at, wasOurs(legInEvent(channel.id))),
      ];
    case 'StasisEnd':
      // The last event of a channel that the dialplan sent to us; channels we placed get another one.
      return isOurs(channel.id) ? [] : [ended(channel, { cause: 16 }, at, wasOurs(legInEvent(channel.id)))];
    case 'ChannelDtmfReceived':
      return [
        {
          eventId: `${channel.id}:dtmf:${event.timestamp ?? ''}`,
          at,
          type: 'leg.dtmf',
          legId: legInEvent(channel.id),
          digit: event.digit ?? '',
        },
      ];
    case 'ChannelEnteredBridge':
      return bridge?.bridge_type === 'mixing' && bridge.channels.length > 1
        ? bridge.channels.map((id) => bridged(legInEvent(id), bridge.id, at))
        : [];
    default:
      return [];
  }
}
