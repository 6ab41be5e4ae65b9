/**
 * Simulated Asterisk: its REST interface and events, with the number plan of the simulated carrier and the behaviour of
 * 22.10.1, as verified by `telephony.test.ts` on a real one.
 */
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NumberPlan } from '../../src/contexts/dialer/server/telephony/number-plan.ts';
import {
  type Bridge,
  type Channel,
  type Fault,
  type NewChannel,
  type Reply,
  addVariables,
  causesOf,
  dialling,
  isAnswered,
  isClass,
  inTime,
  isLate,
  keepSecret,
  limitTime,
  newChannel,
  shown,
  shownApp,
  shownBridge,
  shownSound,
  takeFault,
} from './ari-shapes.ts';
import { aloneMs, heardBy, isAlone, leavesAfter } from './ari-hearing.ts';
import { type Finds, check, found, leave } from './ari-machines.ts';
import { aloneMark } from '../../src/contexts/dialer/server/exchange/plan.ts';
import { type Carriers, placedBy, playTo, selfTest, stopSound } from './ari-early.ts';
import { Playbacks } from './ari-playing.ts';
import { Recorder, type RecorderFault, recordingOf, sendSound } from './ari-recording.ts';
import { type Speaker, greet } from './web-socket.ts';

const taken: Reply = [409, { message: 'Channel with given unique ID already exists' }];
/** How long the dialplan speaks. */
const playMs = 4000;
export class FakeAri {
  url = '';
  isClosed = false; // No socket is accepted.
  isOld = false; // Its dialplan does not listen for machines.
  #isDead = false; // Its process is killed: no responses either.
  #startedAt = new Date();
  isSilent = false; // Suppressed events, as on a silently dead connection.
  copies = 1; // Copies of each event.
  readonly asked: string[] = [];
  readonly channels = new Map<string, Channel>();
  readonly bridges = new Map<string, Bridge>();
  readonly #justMade = new Set<string>();
  readonly #faults: Fault[] = [];
  /** With which secret the line of an extension is opened. */
  readonly secrets = new Map<string, string>();
  /** Finished, and still growing. */
  readonly recordings = new Set<string>();
  readonly live = new Set<string>();
  recorderFault?: RecorderFault | undefined;
  lateMs = 0; // By which events are late.
  pieceMs = 0; // Between the pieces of a file.
  /** Subscriptions of the application, channels and bridges in one table: the first use of an id wins. */
  readonly #heard = new Map<string, 'channel' | 'bridge'>();
  /** Lines without audio, and packets received so far. */
  readonly mute = new Set<string>();
  /** Sounds played to channels, with repetitions. */
  readonly media: string[] = [];
  /** Of those, text-to-speech ones. */
  readonly sounds: string[] = [];
  /** Channels hearing the dialplan instead of their bridge. */
  readonly drowned: string[] = [];
  /** Trunks that are listened to. */
  readonly #trunks = new Set<string>();
  /** Carriers that refuse every call, and those that do not answer at all. */
  readonly congested = new Set<string>();
  readonly unreachable = new Set<string>();
  /** Plan of a call that overrides the one of its number. */
  planFor?: Carriers['planFor'];
  readonly #sockets = new Map<string, Speaker>();
  readonly #speed: number;
  readonly #playbacks: Playbacks;
  readonly #recorder: Recorder;
  #callers = 0;
  #placed = 0;
  readonly #server = createServer((request, response) => {
    if (this.#isDead) return void request.socket.destroy();
    return void this.#serve(request).then(([status, said]) => {
      if (status < 0) return void request.socket.destroy();
      if (Buffer.isBuffer(said)) return void sendSound(response, said, this.pieceMs);
      response.writeHead(status, { 'Content-Type': 'application/json' });
      return response.end(said === undefined ? '' : JSON.stringify(said));
    });
  });

  /** `speed`: acceleration factor. */
  constructor(speed: number) {
    this.#speed = speed;
    const say = (event: { type: string } & Record<string, unknown>): void => this.say(event);
    this.#playbacks = new Playbacks({
      speed,
      say,
      begins: (id) => void Object.assign(this.channels.get(id) ?? {}, { isPlayedTo: false }),
    });
    this.#recorder = new Recorder({ speed, say, floor: this, playbacks: this.#playbacks });
    this.#server.on('upgrade', (request, socket) => {
      if (this.isClosed || this.#isDead) return void socket.destroy();
      const app = new URL(request.url ?? '', 'http://fake').searchParams.get('app') ?? '';
      this.#sockets.get(app)?.say({ type: 'ApplicationReplaced', application: app });
      const speaker = greet(request, socket, () => {
        if (this.#sockets.get(app) === speaker) this.#sockets.delete(app);
      });
      return void this.#sockets.set(app, speaker);
    });
  }

  async open(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const { port } = this.#server.address() as AddressInfo;
    this.url = `http://recoup:secret@127.0.0.1:${port}/?trunk=PJSIP/{number}@trunk&app=recoup`;
    return this;
  }
  close(): void {
    for (const { timers } of this.channels.values()) timers.forEach(clearTimeout);
    for (const socket of this.#sockets.values()) socket.cut();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Killed: channels and bridges are lost, without events. */
  crash(): void {
    this.#isDead = true;
    for (const { timers } of this.channels.values()) timers.forEach(clearTimeout);
    for (const all of [this.channels, this.bridges, this.#heard, this.#trunks]) all.clear();
    this.#recorder.crash();
    this.endSockets('cut');
  }
  /** Restarts without previous state. */
  restart = (): void => {
    this.#isDead = false;
    this.#startedAt = new Date();
  };

  fail(fault: Partial<Fault> & Pick<Fault, 'how'>): void {
    this.#faults.push({ method: 'POST', path: /./, times: 1, ...fault });
  }
  clearFaults = (): void => void this.#faults.splice(0);
  isHeard = (): boolean => this.#sockets.size > 0;
  endSockets(how: 'close' | 'cut'): void {
    for (const socket of this.#sockets.values()) socket[how]();
    this.#sockets.clear();
  }
  /** An inbound call, until answered or abandoned. */
  callIn(from: string, did: string): string {
    this.#callers += 1;
    const id = `${Math.floor(Date.now() / 1000)}.${this.#callers}`;
    const plan: NumberPlan = { steps: [], talkMs: 20_000 };
    const o = { from, exten: did, plan, args: 'inbound', app: 'recoup' };
    this.#enter(this.#add(id, 'PJSIP/trunk-1', { ...o, isInbound: true, isGuarded: false }));
    return id;
  }
  /** The other side hangs up. */
  giveUp(id: string): void {
    const channel = this.channels.get(id);
    if (channel) this.#end(channel, 16);
  }
  press(id: string, digit: string): void {
    const channel = this.channels.get(id);
    if (channel) this.say({ type: 'ChannelDtmfReceived', digit, channel: shown(channel) });
  }
  playedTo = (id: string): string[] => this.#playbacks.to(id);
  /** Audible channels: music masks all others. */
  heardBy(id: string): string[] {
    const playing = this.#playbacks.now(id);
    return playing === undefined ? heardBy(this, id) : [playing];
  }
  /** Emits an event in Asterisk's format. */
  say(event: { type: string } & Record<string, unknown>): void {
    if (this.isSilent) return;
    const message = { application: 'recoup', timestamp: new Date().toISOString(), ...event };
    inTime(this.lateMs, () => {
      for (let i = 0; i < this.copies; i += 1) this.#sockets.get('recoup')?.say(message);
    });
  }

  #add(id: string, name: string, o: NewChannel): Channel {
    const channel = newChannel(id, name, o);
    this.channels.set(id, channel);
    if (!o.isGuarded) this.#listenTo(id, 'channel');
    return channel;
  }
  /** Outbound trunk channels have no events, unless the trunk is subscribed or they are in our application. */
  #isTold({ isGuarded, name, dialplan }: Channel): boolean {
    return !isGuarded || dialplan.app_name === 'Stasis' || this.#trunks.has(name.replace(/-[^-]*$/, ''));
  }
  #listenTo(id: string, what: 'channel' | 'bridge'): void {
    if (!this.#heard.has(id)) this.#heard.set(id, what);
  }
  /** Only with a bridge subscription. */
  #sayOf(bridge: Bridge, type: string, channel: Channel): void {
    if (this.#heard.get(bridge.id) === 'bridge')
      this.say({ type, bridge: shownBridge(bridge), channel: shown(channel) });
  }
  #after(channel: Channel, ms: number, work: () => void): void {
    channel.timers.push(setTimeout(work, ms / this.#speed));
  }
  readonly #finds: Finds = {
    hears: (event) => this.#isTold(event.channel) && this.say({ ...event, channel: shown(event.channel) }),
    after: (channel, ms, work) => this.#after(channel, ms, work),
    enter: (channel) => this.#enter(channel),
    isNobody: ({ app }) => !this.#sockets.has(app),
    guard: (channel) => this.#guard(channel),
    end: (channel) => this.#end(channel, 16),
    left: (channel) => this.say({ type: 'StasisEnd', channel: shown(channel) }),
    plays: (media) => void this.media.push(media),
  };
  #enter(channel: Channel): void {
    Object.assign(channel.dialplan, { app_name: 'Stasis', app_data: `${channel.app},${channel.args}` });
    this.say({ type: 'StasisStart', args: channel.args.split(','), channel: shown(channel) });
  }
  #end(channel: Channel, cause: number, sip?: number): void {
    if (!this.channels.has(channel.id)) return;
    this.finishMessage(channel.id);
    this.channels.delete(channel.id);
    this.#playbacks.gone(channel.id);
    channel.timers.forEach(clearTimeout);
    clearTimeout(channel.limit);
    for (const bridge of this.bridges.values()) this.#leave(bridge, channel);
    const ms = this.isHeard() ? aloneMs : aloneMs / this.#speed;
    for (const one of channel.leaves) setTimeout(() => this.#leftAlone(one), ms).unref();
    if (channel.dialplan.app_name === 'Stasis') this.say({ type: 'StasisEnd', channel: shown(channel) });
    if (this.#heard.get(channel.id) === 'channel') this.#heard.delete(channel.id);
    if (!channel.isInbound && this.#isTold(channel))
      this.say({ type: 'ChannelDestroyed', ...causesOf(cause, sip), channel: shown(channel) });
  }
  #leave(bridge: Bridge, channel: Channel): void {
    if (!bridge.channels.includes(channel.id)) return;
    bridge.channels = bridge.channels.filter((id) => id !== channel.id);
    this.#recorder.look(bridge);
    this.#sayOf(bridge, 'ChannelLeftBridge', channel);
  }
  /** The dialplan plays an announcement to a channel alone in a bridge. */
  #leftAlone(callerId: string): void {
    const caller = this.channels.get(callerId);
    const bridge = [...this.bridges.values()].find((one) => isAlone(one, callerId));
    if (!caller || !bridge || caller.isWaiting) return;
    this.#leave(bridge, caller);
    this.say({ type: 'StasisEnd', channel: shown(caller) });
    this.#guard(caller, 'nobody-here');
  }
  /** A number behaves by its last two digits. */
  #ring(channel: Channel, timeoutMs: number): void {
    let at = 0;
    this.#after(channel, timeoutMs, () => channel.state !== 'Up' && this.#end(channel, 19));
    for (const step of channel.plan.steps) {
      at += step.afterMs;
      this.#after(channel, at, () => {
        if (step.type === 'ended') return this.#end(channel, step.cause ?? 0, step.sip);
        if (step.type === 'progress' || step.type === 'ringing') {
          channel.hasEarlyMedia ||= step.type === 'progress';
          if (step.type === 'ringing' && channel.state !== 'Up') channel.state = 'Ringing';
          return this.#isTold(channel) && dialling(channel, step.type).forEach((one) => this.say(one));
        }
        if (step.type === 'machine')
          return channel.isChecked ? found(channel, 'MACHINE', this.#finds) : undefined;
        return this.#pickUp(channel);
      });
    }
  }
  /** The called party answers now: a number with suffix 08 only does so then. */
  pickUp(id: string): void {
    const channel = this.channels.get(id);
    if (channel) this.#pickUp(channel);
  }
  #pickUp(channel: Channel): void {
    // Without a connected application the call fails.
    if (!this.#sockets.has(channel.app) && !channel.isGuarded) return this.#end(channel, 16);
    channel.state = 'Up';
    channel.isPlayedTo = channel.isGuarded;
    if (channel.isGuarded) limitTime(channel, undefined, () => this.#speakInstead(channel));
    if (channel.isChecked) return check(channel, this.#finds);
    if (!this.#sockets.has(channel.app)) return this.#guard(channel);
    this.#enter(channel);
    // An answering personal phone gets the prompt and sends its number's keys.
    const { presses } = channel.plan;
    if (presses && channel.args === 'own-phone')
      this.#after(channel, 2000, () => this.press(channel.id, presses));
    return undefined;
  }
  /** Not connected in time: removed from our application, it gets the farewell. */
  #speakInstead(channel: Channel): void {
    if (!this.channels.has(channel.id)) return;
    for (const bridge of this.bridges.values()) this.#leave(bridge, channel);
    if (channel.dialplan.app_name === 'Stasis') this.say({ type: 'StasisEnd', channel: shown(channel) });
    if (channel.args.includes('MACHINE')) return this.#end(channel, 16);
    return this.#guard(channel);
  }
  /** The dialplan speaks itself. */
  #guard(channel: Channel, says = 'nobody-free'): void {
    Object.assign(channel.dialplan, { app_name: 'Playback', app_data: `recoup/${says}-hi` });
    this.media.push(`dialplan:${says}`);
    this.#after(channel, playMs, () => this.#end(channel, 16));
  }

  async #serve(request: IncomingMessage): Promise<Reply> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const url = new URL(request.url ?? '', 'http://fake');
    const method = request.method ?? 'GET';
    const path = decodeURIComponent(url.pathname.replace(/^\/ari/, ''));
    const said = url.searchParams.get('dtmf') ?? url.searchParams.get('callerId') ?? '';
    this.asked.push(`${method} ${path} ${said}`.trimEnd());
    if (request.headers.authorization !== `Basic ${Buffer.from('recoup:secret').toString('base64')}`)
      return [401, { message: 'Authentication required' }];
    const fault = takeFault(this.#faults, method, path);
    if (fault?.how === 'silence') return new Promise(() => undefined);
    if (fault) await isLate(fault);
    if (typeof fault?.how === 'number') return [fault.how, { message: 'Allocation failed' }];
    if (path.startsWith('/asterisk/config/dynamic/res_pjsip/auth/')) keepSecret(this.secrets, body);
    const about = url.searchParams.get('channel') ?? path.split('/')[2] ?? '';
    const busy = /(answer|addChannel|variable|moh)$/.test(path) ? about.split(',') : [];
    await Promise.all(busy.map((id) => this.#playbacks.quiet(id)));
    addVariables(url.searchParams, body);
    const reply = this.#answer(method, path.split('/').slice(1), url.searchParams);
    if (fault) await isAnswered(fault);
    return fault?.how === 'lost' ? [-1] : reply;
  }

  #answer(method: string, [kind, id = '', what = '', name]: string[], query: URLSearchParams): Reply {
    if (kind === 'applications' && what === 'subscription') {
      if (!this.#sockets.has(id)) return [404, { message: 'Application not found' }];
      this.#trunks.add((query.get('eventSource') ?? '').replace('endpoint:', ''));
      return [200, {}];
    }
    if (kind === 'applications') return shownApp(id, this.#trunks, this.channels, this.#heard);
    if (kind === 'recordings') return recordingOf(this, this.#recorder, [method, id, what, name]);
    if (kind === 'events') {
      this.say({ type: 'ChannelUserevent', eventname: what, userevent: {} });
      return [204];
    }
    if (kind === 'bridges') return this.#onBridge(method, id, what, query, name);
    if (kind === 'asterisk' && id === 'info')
      return [200, { status: { startup_time: this.#startedAt.toISOString() } }];
    if (kind === 'asterisk') return [200, []];
    if (kind === 'deviceStates') return [200, { state: this.isOld ? 'INVALID' : 'NOT_INUSE' }];
    if (kind === 'sounds') return [200, this.sounds.map(shownSound)];
    if (kind === 'playbacks') return this.#playbacks.stop(id) || stopSound(this.bridges, id) ? [204] : [404];
    if (kind !== 'channels') return [404];
    if (id === '') return [200, [...this.channels.values()].map(shown)];
    return this.#onChannel(method, id, what, name, query);
  }

  #onChannel(
    method: string,
    id: string,
    what: string,
    name: string | undefined,
    query: URLSearchParams,
  ): Reply {
    const channel = this.channels.get(id);
    if (method === 'POST' && what === '') return this.#originate(id, query);
    if (!channel) return [404, { message: 'Channel not found' }];
    if (what === 'rtp_statistics')
      return [200, { rxcount: (channel.received += this.mute.has(id) ? 0 : 50) }];
    if (method === 'GET') return [200, shown(channel)];
    if (what === 'continue') return leave(channel, query.get('extension') ?? '', this.#finds);
    if (what === 'snoop' && name) return this.#snoop(channel, name, query);
    if (method === 'DELETE' && what === '') this.#end(channel, 16);
    // An undefined music class plays nothing, silently.
    if (what === 'moh') channel.isPlayedTo = method === 'POST' && isClass(query.get('mohClass') ?? 'default');
    if (what === 'record') return this.#recorder.ofChannel(channel, query) ?? taken;
    if (what === 'mute') this.#recorder.mute(channel, method === 'POST');
    if (what === 'answer') channel.state = 'Up';
    if (what === 'variable') channel.leaves = leavesAfter(query, channel.leaves);
    if (what === 'variable') limitTime(channel, query, () => this.#speakInstead(channel));
    if (query.get('variable') === aloneMark) channel.isWaiting = query.get('value') === '1';
    // Music and silence require a channel in an application.
    if ((what === 'moh' || what === 'mute') && channel.state !== 'Up')
      return [409, { message: 'Channel not in Stasis application' }];
    if (what === 'play' && channel.dialplan.app_name === 'Playback')
      return [409, { message: 'Not in Stasis' }];
    return what === 'play' ? this.#play(channel, query.get('media') ?? '', name) : [204];
  }

  /** Snoops on a channel and its audio; speaks to it from its bridge. */
  #snoop(on: Channel, id: string, query: URLSearchParams): Reply {
    if (this.channels.has(id)) return taken;
    this.#placed += 1;
    const plan: NumberPlan = { steps: [], talkMs: 0 };
    const o = { from: '', exten: 's', plan, args: query.get('appArgs') ?? '', app: query.get('app') ?? '' };
    const ear = this.#add(id, `Snoop/${on.id}-${this.#placed}`, { ...o, isInbound: false, isGuarded: false });
    ear.state = 'Up';
    ear.spiesOn = on.id;
    this.#after(ear, 400, () => this.#enter(ear));
    return [200, shown(ear)];
  }

  #play(channel: Channel, media: string, name: string = randomUUID()): Reply {
    const playback = this.#playbacks.play(channel.id, media, name);
    if (!playback) return [409, { message: 'Playback exists' }];
    this.media.push(media);
    return [201, playback];
  }
  get empty(): Set<string> {
    return this.#recorder.empty;
  }
  isRecorded = (name: string): boolean => this.live.has(name) || this.recordings.has(name);
  /** The recording of this channel's bridge stops unexpectedly. */
  endRecording = (id: string): void =>
    [...this.bridges.values()]
      .filter((one) => one.channels.includes(id))
      .forEach((one) => this.#recorder.end(one));
  /** Finishes a voicemail. */
  finishMessage = (id: string): void => this.#recorder.finish(this.channels.get(id));

  #originate(id: string, query: URLSearchParams): Reply {
    if (this.channels.has(id)) return taken;
    const endpoint = query.get('endpoint') ?? '';
    if (endpoint.startsWith('Local/')) return this.#testItself(id, endpoint, query.get('appArgs') ?? '');
    const placed = placedBy(query, this);
    if (!placed) return [500, { message: 'Allocation failed' }];
    const { plan, exten } = placed;
    this.#placed += 1;
    const channel = this.#add(id, `${placed.name}-${String(this.#placed).padStart(8, '0')}`, placed);
    channel.farewellAfterS = Number(query.get('RECOUP_FAREWELL_AFTER') ?? 40);
    this.#ring(channel, Number(query.get('timeout')) * 1000);
    if (plan.callsBackMs !== undefined)
      setTimeout(() => this.callIn(exten, ''), plan.callsBackMs / this.#speed).unref();
    return [200, shown(channel)];
  }

  /** Tests its music in our application. */
  #testItself(id: string, endpoint: string, args: string): Reply {
    const channel = this.#add(id, `${endpoint.replace('/n', '')}-1;1`, selfTest(args));
    channel.state = 'Up';
    this.#enter(channel);
    return [200, shown(channel)];
  }

  #onBridge(method: string, id: string, what: string, query: URLSearchParams, name = ''): Reply {
    const bridge = this.bridges.get(id);
    if (id === '') return [200, [...this.bridges.values()].map(shownBridge)];
    if (method === 'POST' && what === '') {
      // One of two concurrent requests fails like this.
      if (bridge && this.#justMade.delete(id)) return [500, { message: 'Unable to create bridge' }];
      if (bridge) return [409, { message: `Bridge with id '${id}' already exists` }];
      const type = query.get('type') ?? 'mixing';
      this.bridges.set(id, { id, bridge_type: type, channels: [], recordings: [] });
      this.#justMade.add(id);
      setTimeout(() => this.#justMade.delete(id), 10).unref();
      return [200, { id }];
    }
    if (!bridge) return [404, { message: 'Bridge not found' }];
    if (method === 'GET') return [200, shownBridge(bridge)];
    if (method === 'DELETE') return this.#remove(bridge);
    if (what === 'play') return playTo(bridge, name, query.get('media') ?? '');
    if (what === 'record') {
      const begun = this.#recorder.begin(bridge, query.get('name') ?? '');
      if (begun?.[0] !== 201) return begun ?? [409, { message: 'exists' }];
      for (const one of bridge.channels) if (this.channels.get(one)?.isPlayedTo) this.drowned.push(one);
      return begun;
    }
    if (what === 'removeChannel') return this.#removeChannel(bridge, query.get('channel') ?? '');
    return this.#addChannels(bridge, (query.get('channel') ?? '').split(','));
  }

  #remove(bridge: Bridge): Reply {
    this.bridges.delete(bridge.id);
    this.#heard.delete(bridge.id);
    this.#recorder.end(bridge);
    return [204];
  }

  #removeChannel(bridge: Bridge, id: string): Reply {
    const channel = this.channels.get(id);
    if (!channel) return [400, { message: 'Channel not found' }];
    if (!bridge.channels.includes(id)) return [422, { message: 'Channel not in this bridge' }];
    this.#leave(bridge, channel);
    return [204];
  }

  #addChannels(bridge: Bridge, ids: string[]): Reply {
    const channels = ids.map((one) => this.channels.get(one));
    if (channels.some((one) => !one)) return [400, { message: 'Channel not found' }];
    if (channels.some((one) => one?.dialplan.app_name !== 'Stasis'))
      return [422, { message: 'Channel not in Stasis application' }];
    this.#listenTo(bridge.id, 'bridge');
    for (const channel of channels as Channel[]) {
      // An existing member is removed and re-added.
      for (const other of this.bridges.values()) this.#leave(other, channel);
      bridge.channels.push(channel.id);
      this.#recorder.look(bridge);
      this.#sayOf(bridge, 'ChannelEnteredBridge', channel);
      // An answered party talks until the test hangs up: with a timer they would hang up before a slow test checks.
      if (bridge.bridge_type === 'mixing' && channel.plan.talkMs > 0)
        channel.timers.splice(0).forEach(clearTimeout);
    }
    return [204];
  }
}
