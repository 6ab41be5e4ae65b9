/** Calls through Asterisk: our leg ids are its channel ids, and all state is in Asterisk. */
import type { Logger } from '#kernel/server/operation/log.ts';
import { type Ari, type AriChannel, type AriEvent, type AriOptions, isGood, mustOf, openAri } from './ari.ts';
import {
  eventsOf,
  gone,
  infoOf,
  isIn,
  isOurs,
  legInEvent,
  messageOver,
  missedIn,
  sideOf,
} from './ari-events.ts';
import { type Bridges, bridgesOf } from './asterisk-bridges.ts';
import { aloneOf } from './lines/alone.ts';
import { earlyOf } from './lines/early.ts';
import { callersOf, legOfFarewell } from './asterisk-callers.ts';
import { type Sounds, soundsOf } from './asterisk-sounds.ts';
import { type Look, look } from './asterisk-look.ts';
import { recordingStoreOf } from './recorder/store.ts';
import { findName, isRecorded } from './asterisk-recordings.ts';
import { type LagProbe, lagProbeOf } from '../../exchange-state/lag-probe.ts';
import { browserLines } from './browser-lines.ts';
import { type Ear, isHeardSoon, openEar } from './ear.ts';
import type { Line } from '../line.ts';
import type {
  Ack,
  BrowserLines,
  Caps,
  LegInfo,
  Originate,
  ProviderEvent,
  TelephonyProvider,
} from '../port.ts';
import { type Trunks, dialable, phoneOf, trunksOf, variablesOf } from './asterisk-trunks.ts';
import { type Teller, openTeller } from '../teller.ts';

interface AsteriskOptions extends AriOptions {
  line: Line;
  log: Logger;
  /** Carriers there are, as the exchange calls them. */
  trunkNames: () => Promise<readonly string[]>;
  /** An answer or event of the exchange suggests that it does not record; null: only a test can show it. */
  suspectRecorder?: (reason: unknown) => void;
}

class Asterisk implements Omit<TelephonyProvider, 'fetchRecording'> {
  readonly id = 'asterisk';
  readonly caps: Caps;
  readonly browser: BrowserLines | undefined;
  readonly #o: AsteriskOptions;
  readonly #ari: Ari;
  readonly #must: ReturnType<typeof mustOf>;
  readonly #bridges: Bridges;
  readonly #sounds: Sounds;
  readonly #callers: ReturnType<typeof callersOf>;
  readonly #alone: ReturnType<typeof aloneOf>;
  readonly #early: ReturnType<typeof earlyOf>;
  readonly #trunks: Trunks;
  readonly #teller: Teller;
  readonly #probe: LagProbe;
  #ear: Ear | undefined;
  /** Legs we hang up: a hint only, safe to lose. */
  readonly #ending = new Set<string>();

  constructor(o: AsteriskOptions, ari: Ari) {
    this.#o = o;
    this.#ari = ari;
    this.#must = mustOf(this.#ari);
    this.#bridges = bridgesOf(this.#ari, o);
    this.#early = earlyOf(this.#ari, o, this.#bridges);
    this.#sounds = soundsOf(this.#ari);
    this.#trunks = trunksOf(this.#ari, o, o.trunkNames);
    const channelOf = (legId: string): Promise<AriChannel | undefined> => this.#channelOf(legId);
    this.#callers = callersOf(this.#ari, o, { channelOf, hangup: (legId) => this.hangup(legId) });
    this.#alone = aloneOf(this.#ari, o, {
      channelOf,
      bridge: (b) => this.bridge(b),
      join: (j) => this.join(j),
    });
    this.browser = o.wss === '' ? undefined : browserLines(this.#ari, o);
    this.caps = {
      hasExchange: true,
      customerFirst: true,
      nailedAgent: true,
      ringingEvents: true,
      snapshot: 'full',
      legs: this.browser ? ['nailed', 'per_call', 'webrtc'] : ['nailed', 'per_call'],
      // Without our dialplan a party alone in a bridge is removed from it.
      secondLine: o.answers !== '',
      machines: this.#trunks.isGuarded,
    };
    this.#teller = openTeller(o.log);
    this.#probe = lagProbeOf(this.#ari, o.app, this.#teller.backlogMs);
  }

  async start(sink: (event: ProviderEvent) => Promise<void>): Promise<void> {
    this.#teller.tellTo(sink);
    this.#ear = openEar({
      ...this.#o,
      listen: (open, over) =>
        this.#ari.listen((event) => this.#hear(event), ...this.#probe.whileOpen(open, over)),
      // Events during a lost connection are not sent again: channels are listed instead.
      caughtUp: () => this.#trunks.listenAnew().then(() => this.#lookAround()),
    });
  }

  async stop(): Promise<void> {
    this.#probe.stop();
    await this.#ear?.stop();
    await this.#teller.stop();
  }

  async originate(call: Originate): Promise<Ack> {
    const { to, legId } = call;
    const called = 'extension' in to ? to.extension : to.number;
    if (!dialable.test(called)) return { ok: false, isRetryable: false, reason: 'not a number' };
    // An answer now would reach no agent.
    if (!(await isHeardSoon(this.isHeard)))
      return { ok: false, isRetryable: true, reason: 'the exchange is not heard' };
    const side = to.kind === 'own-phone' ? 'own-phone' : call.waits ? 'called' : call.role;
    const how = {
      ...('extension' in to
        ? { endpoint: phoneOf(this.#o, to), app: this.#o.app, appArgs: side }
        : await this.#trunks.placing(called, side, call)),
      timeout: String(Math.ceil(call.ringMs / 1000)),
      ...(call.callerId && { callerId: call.callerId }),
    };
    const asked = await this.#ari.ask('POST', `/channels/${legId}`, how, variablesOf(how, call));
    // 409 may be the error of an earlier request, and 500 may have come too late: only the channel itself is proof.
    const isPlaced = async () => isGood((await this.#ari.ask('GET', `/channels/${legId}`)).status);
    if (isGood(asked.status) || (await isPlaced())) return { ok: true, providerRef: legId };
    this.#o.log.warn({ status: asked.status, said: asked.body }, 'asterisk: not placed');
    return { ok: false, isRetryable: true, isOfTrunk: true, reason: `status ${asked.status}` };
  }

  async hangup(legId: string): Promise<void> {
    if (this.#ending.size > 1000) this.#ending.clear();
    this.#ending.add(legId);
    const channel = await this.#channelOf(legId);
    if (channel) await this.#must('DELETE', `/channels/${encodeURIComponent(channel.id)}`, {}, [404]);
  }

  mute = (legId: string, isMuted: boolean): Promise<void> => this.#sounds.mute(legId, isMuted);
  packetsOf = async (id: string) => (this.#ear?.isUp() ? this.#sounds.packetsOf(id) : null);
  voicesOf = (id: string) => (this.#ear?.isUp() ? this.#sounds.voicesOf(id) : null);
  hold = async (legId: string, isHeld: boolean): Promise<void> =>
    this.#sounds.hold((await this.#channelOf(legId))?.id ?? legId, isHeld);

  bridge: TelephonyProvider['bridge'] = async ({
    bridgeId,
    legs: [customer, agent],
    recId,
    hushNo,
    aside,
  }) => {
    const all = [this.#channelOf(customer), this.#bridges.make(bridgeId), this.#channelOf(aside)] as const;
    const [found, isMine, other] = await Promise.all(all);
    // An empty bridge of a disconnected caller is closed at the next check.
    if (!found) return;
    const { id: caller, state } = found;
    // An inbound caller hears ringing until an agent answers. A playback to a waiting one would delay the answer.
    const path = `/channels/${encodeURIComponent(caller)}`;
    if (!isOurs(caller) && state !== 'Up') await this.#must('POST', `${path}/answer`);
    const how = {
      isMine,
      hush: () =>
        Promise.all([
          hushNo !== undefined && this.hush({ legId: customer, no: hushNo }),
          this.#trunks.quieten(path, !isOurs(caller)),
        ]),
      joined: () =>
        Promise.all([this.#trunks.relieve(path, !isOurs(caller)), this.#sounds.listenFor([caller, agent])]),
      recId,
      asideId: other?.id,
    };
    await this.#bridges.join(bridgeId, [caller, agent], how).catch(async (error: unknown) => {
      await this.#tellGone(agent);
      throw error;
    });
  };

  join: TelephonyProvider['join'] = async ({ bridgeId, legId, aside }) => {
    await this.#bridges.add(bridgeId, legId, (await this.#channelOf(aside))?.id);
    await this.#sounds.wait(legId, false);
  };
  spy: TelephonyProvider['spy'] = (o) => this.#bridges.spy(o);
  waitAlone: TelephonyProvider['waitAlone'] = (...o) => this.#alone.waitAlone(...o);
  rejoin: TelephonyProvider['rejoin'] = (o) => this.#alone.rejoin(o);
  hearEarly: TelephonyProvider['hearEarly'] = (o) => this.#early.hearEarly(o);
  endEarly = (legId: string): Promise<void> => this.#early.endEarly(legId);
  part: TelephonyProvider['part'] = ({ bridgeId, legId }) => this.#bridges.remove(bridgeId, legId);

  /** Reports a line that ended while no node was connected: it is rung again, and a waiting call is connected. */
  async #tellGone(legId: string): Promise<void> {
    if ((await this.#ari.ask('GET', `/channels/${legId}`)).status === 404)
      this.#teller.tellOnce(gone(legId, new Date()));
  }

  farewell: TelephonyProvider['farewell'] = (...o) => this.#callers.farewell(...o);
  say: TelephonyProvider['say'] = (o) => this.#callers.say(o);
  hush: TelephonyProvider['hush'] = (o) => this.#callers.hush(o);
  leave: TelephonyProvider['leave'] = (o) => this.#callers.leave(o);
  press: TelephonyProvider['press'] = (o) => this.#callers.press(o);
  lagMs = (): number | null => (this.#ear?.isUp() ? this.#probe.lagMs() : null);
  listener = async (): Promise<string | null> => (await this.#o.line.holder?.()) ?? null;
  isHeard = async (): Promise<boolean> => (this.#ear?.isUp() ?? false) || this.#o.line.isUp();

  async snapshot(): Promise<LegInfo[]> {
    const found = await this.#look();
    const { channels, bridges } = found;
    if (this.#ear?.isUp()) this.#tellMissed(found);
    await this.#closeLeft(found);
    const bridgeOf = ({ id }: AriChannel): string | null => {
      const bridge = bridges.find((one) => one.channels.includes(id));
      return bridge ? this.#bridges.callOf(bridge.id) : null;
    };
    return channels.map((channel) => infoOf(channel, bridgeOf(channel)));
  }

  /** Asterisk's channel of a leg; undefined when the inbound caller hung up. */
  async #channelOf(legId: string | undefined): Promise<AriChannel | undefined> {
    if (legId === undefined) return undefined;
    const { status, body } = await this.#ari.ask('GET', `/channels/${legId}`);
    if (isGood(status)) return body as AriChannel;
    const { channels } = await this.#look();
    return channels.find(({ id }) => legInEvent(id) === legId);
  }

  #look = (): Promise<Look> =>
    look(this.#ari, this.#o.app, { trunks: this.#trunks, bridges: this.#bridges, early: this.#early });

  /** Closes bridges whose end no event reported. */
  async #closeLeft({ bridges, ears, early, there }: Look): Promise<void> {
    await this.#bridges.closeEmpty(bridges, ears, there);
    await this.#early.sweep(early, there);
  }

  async #lookAround(): Promise<void> {
    const found = await this.#look();
    this.#tellMissed(found);
    await this.#closeLeft(found);
    // Messages that completed meanwhile.
    for (const { id } of found.channels.filter((one) => isIn(one, this.#o.app) && !isOurs(one.id)))
      if (await isRecorded(this.#ari, await findName(this.#ari, this.#o, legInEvent(id))))
        this.#teller.tellOnce(messageOver(legInEvent(id), new Date()));
    // Not awaited, because there may be many.
    void this.#bridges.goOn(found.bridges);
  }

  /** Missed events with their original ids, so that duplicates are ignored. */
  #tellMissed({ channels, bridges }: Look): void {
    for (const event of missedIn(channels, bridges, this.#o.app)) this.#teller.tellOnce(event);
  }

  #hear(event: AriEvent): void {
    if (event.type === 'ApplicationReplaced') return this.#ear?.lost();
    if (event.type === 'ChannelUserevent' && this.#probe.hear(event.eventname)) return undefined;
    const first = this.#before(event);
    this.#sounds.hear(event);
    this.#bridges.hear(event);
    // Preparations finish before that leg's end is reported.
    const about = event.channel?.id ?? event.peer?.id;
    if (first && about) this.#teller.first(legInEvent(about), first);
    for (const one of eventsOf(event, (legId) => this.#ending.delete(legId))) this.#teller.tell(one);
  }

  /** Preparations before the engine gets the event, so that they do not undo its commands. */
  #before(event: AriEvent): (() => Promise<unknown>) | undefined {
    const { channel, bridge, playback } = event;
    if (event.type === 'PlaybackFinished' && playback) {
      const legId = legOfFarewell(playback.id);
      if (legId === undefined) return undefined;
      if (playback.state === 'failed') this.#teller.first(legId, () => this.#callers.alarmIfThere(legId));
      this.#teller.first(legId, () => this.hangup(legId));
      return undefined;
    }
    if (event.type === 'StasisStart' && channel && isOurs(channel.id)) {
      const side = sideOf(event.args?.[0]);
      if (side === 'own-phone') return () => this.#ask(channel.id);
      if (side === 'called') return () => this.#sounds.wait(channel.id, true);
      return side === 'agent' ? () => this.#bridges.park(channel.id) : undefined;
    }
    if (event.type !== 'ChannelLeftBridge' || !bridge) return undefined;
    if (this.#early.isEarly(bridge)) return () => this.#early.left(bridge.id);
    return this.#bridges.isCall(bridge)
      ? () => this.#bridges.close(bridge.id)
      : () => this.#bridges.closeEar(bridge.id);
  }

  /** Requests a confirming key on an agent's phone, which a voicemail does not send. */
  #ask = (id: string): Promise<unknown> =>
    this.#must('POST', `/channels/${id}/play/ask-${id}`, { media: this.#o.prompt }, [404, 409]);
}

export function asterisk(o: AsteriskOptions): TelephonyProvider {
  const ari = openAri(o);
  return Object.assign(new Asterisk(o, ari), recordingStoreOf(ari, o));
}
