/** Bridges of an Asterisk: one per call, and one where agents' lines wait between calls. */
import { setTimeout as rest } from 'node:timers/promises';
import type { Logger } from '#kernel/server/operation/log.ts';
import type { Ari, AriBridge, AriChannel, AriEvent } from './ari.ts';
import { isGood, mustOf } from './ari.ts';
import { contexts, music } from '../../exchange/plan.ts';
import { isEar, legInEvent } from './ari-events.ts';
import { type Naming, findName, recordingsOf } from './asterisk-recordings.ts';

export interface Bridges {
  /** Creates the bridge of a call; false: another worker did. */
  make(callId: string): Promise<boolean>;
  /** Adds two channels, and records them if requested. Idempotent for concurrent workers. */
  join(
    callId: string,
    channels: readonly [caller: string, agent: string],
    o: {
      isMine: boolean;
      /** Stops the caller's audio, once the line is in: commands to the caller are queued after it. */
      hush: () => Promise<unknown>;
      /** Called once both are in, before recording starts. */
      joined: () => Promise<unknown>;
      recId?: string | undefined;
      /** The held caller of the same line. */
      asideId?: string | undefined;
    },
  ): Promise<void>;
  /** Adds a channel to the bridge of a call, and restarts its recording if it ended meanwhile. */
  add(callId: string, channelId: string, asideId?: string): Promise<void>;
  /** Bridge events: restarts the recording of a two-party call when it ends. */
  hear(event: AriEvent): void;
  /** Restarts recordings that ended without an event. */
  goOn(calls: readonly AriBridge[]): Promise<void>;
  /** Moves a line to the waiting bridge; others are ignored. */
  remove(callId: string, channelId: string): Promise<void>;
  /** Parks an agent's line between two calls, alone in a holding bridge. */
  park(channelId: string): Promise<void>;
  /** Destroys a call's bridge, which stops its recording, and parks the line in it. */
  close(bridgeId: string): Promise<void>;
  /**
   * Closes bridges and snoop channels that were nearly empty in two checks: the event was lost. A bridge whose caller is
   * not among the legs `there` is closed at once: it would record the agent's line.
   */
  closeEmpty(calls: readonly AriBridge[], ears: readonly string[], there: ReadonlySet<string>): Promise<void>;
  /** Snoop channels without a listener, by the bridge they have or should have. */
  lonelyEars(bridges: readonly AriBridge[], channels: readonly AriChannel[]): string[];
  /** A leg hears both directions of a line; only that line hears the leg. */
  spy(o: { legId: string; agentLegId: string }): Promise<void>;
  /** Removes the snoop channel after the last listener. */
  closeEar(bridgeId: string): Promise<void>;
  isCall(bridge: Pick<AriBridge, 'id' | 'bridge_type'>): boolean;
  callOf(bridgeId: string): string;
}

/** Checks while another worker adds both to its bridge. */
const looks = 10;
const lookMs = 50;

/** Bridges of calls, as an application names them. Pure. */
function callsOf(app: string) {
  // Asterisk subscribes by id in one table: a bridge with a channel's id would send no events.
  const prefix = `${app}-call-`;
  const callOf = (bridgeId: string): string => bridgeId.slice(prefix.length);
  const isCall: Bridges['isCall'] = ({ id, bridge_type: type }) => type === 'mixing' && id.startsWith(prefix);
  // Several parties may be in it: without its caller the call is over.
  const callerIn = ({ id, channels }: AriBridge): string | undefined =>
    channels.find((one) => legInEvent(one) === callOf(id));
  const isWhole = (bridge: AriBridge): boolean =>
    bridge.channels.length > 1 && callerIn(bridge) !== undefined;
  /** The id of the call in it. */
  const spokenIn = (one: AriBridge): string | undefined =>
    isCall(one) && isWhole(one) ? callOf(one.id) : undefined;
  return { prefix, callOf, callerIn, isCall, isWhole, spokenIn };
}

interface Options extends Naming {
  answers: string;
  log: Logger;
  suspectRecorder?: ((reason: unknown) => void) | undefined;
}
export function bridgesOf(ari: Ari, o: Options): Bridges {
  const must = mustOf(ari);
  const { prefix, callOf, callerIn, isCall, isWhole, spokenIn } = callsOf(o.app);
  const holding = `${o.app}-holding`;
  let nearlyEmpty = new Set<string>();
  const turns = new Map<string, Promise<void>>();
  /** Sequential per name: a late close would affect a newer bridge. */
  function inTurn(name: string, work: () => Promise<void>): Promise<void> {
    const done = (turns.get(name) ?? Promise.resolve()).then(work);
    const over = done.catch(() => undefined);
    turns.set(name, over);
    void over.then(() => turns.get(name) === over && turns.delete(name));
    return done;
  }
  /** Retried once, because a party would hear nothing otherwise. */
  const surely = (work: () => Promise<unknown>): Promise<unknown> => work().catch(work);

  const bridgeAt = async (bridgeId: string): Promise<AriBridge | undefined> => {
    const { status, body } = await ari.ask('GET', `/bridges/${bridgeId}`);
    return isGood(status) ? (body as AriBridge) : undefined;
  };

  /** Channels missing in a bridge another worker created: none, unless that worker died. */
  async function leftOut(bridgeId: string, channels: readonly string[]): Promise<readonly string[]> {
    let out = channels;
    for (let look = 0; look < looks && out.length > 0; look += 1) {
      if (look > 0) await rest(lookMs);
      const bridge = await bridgeAt(bridgeId);
      if (!bridge) return [];
      out = channels.filter((one) => !bridge.channels.includes(one));
    }
    return out;
  }

  /** 409 if it exists. For concurrent requests Asterisk answers one with 500, though it exists then. */
  async function open(bridgeId: string, type: 'mixing' | 'holding'): Promise<number> {
    const ask = (alsoFine: number[]): Promise<number> =>
      must('POST', `/bridges/${bridgeId}`, { type, name: 'recoup' }, alsoFine);
    const made = await ask([409, 500]);
    return made === 500 ? ask([409]) : made;
  }

  async function park(channelId: string): Promise<void> {
    // It is there after the first agent of the day.
    await open(holding, 'holding');
    // A channel that is gone meanwhile is ignored.
    const place = { channel: channelId, role: 'participant' };
    await must('POST', `/bridges/${holding}/addChannel`, place, [400, 404, 409, 422]);
  }

  async function close(bridgeId: string): Promise<void> {
    const bridge = await bridgeAt(bridgeId);
    if (!bridge || isWhole(bridge)) return;
    // The dialplan plays announcements to them there; the other bridge would put them among agents' lines.
    if (o.answers !== '' && bridge.channels.length === 1 && callerIn(bridge) !== undefined) return;
    for (const left of bridge.channels) await park(left);
    await must('DELETE', `/bridges/${bridgeId}`, {}, [404, 409]);
  }

  /** The party left alone when this line hangs up gets the dialplan's announcement, unless we act before. */
  async function guard(callerId: string, lineId: string, asideId?: string): Promise<void> {
    if (o.answers === '') return;
    const handle = (how: 'wipe' | 'push', id: string): Promise<unknown> => {
      const handler = { variable: `CHANNEL(hangup_handler_${how})`, value: `${contexts.left},s,1(${id})` };
      return must('POST', `/channels/${lineId}/variable`, handler, [404, 409]);
    };
    await handle('wipe', callerId);
    if (asideId !== undefined) await handle('push', asideId);
  }
  const ears = `${o.app}-ear-`;
  function closeEar(bridgeId: string): Promise<void> {
    if (!bridgeId.startsWith(ears)) return Promise.resolve();
    return inTurn(bridgeId, async () => {
      const bridge = await bridgeAt(bridgeId);
      if (bridge && bridge.channels.length > 1) return;
      const ear = bridgeId.slice(o.app.length + 1);
      await must('DELETE', `/channels/${ear}`, {}, [404]);
      await must('DELETE', `/bridges/${bridgeId}`, {}, [404, 409]);
    });
  }
  const nameOf = (callId: string): Promise<string> => findName(ari, o, callId);
  const recordings = recordingsOf(ari, { log: o.log, spokenIn, nameOf, suspect: o.suspectRecorder });

  function bring(callId: string, channelId: string, asideId?: string): Promise<void> {
    return inTurn(channelId, async () => {
      const bridgeId = `${prefix}${callId}`;
      const bridge = await bridgeAt(bridgeId);
      if (!bridge) return;
      // A channel added again leaves for a moment, and the other party would be treated as alone.
      const path = `/bridges/${bridgeId}`;
      // Parallel to the line, as at the start: the recording paused while the caller waited alone.
      const recorded = recordings.goOn(path, callId);
      if (!bridge.channels.includes(channelId))
        await must('POST', `${path}/addChannel`, { channel: channelId });
      await recorded;
      // It may have ended while the line was on its way.
      await recordings.goOn(path, callId);
      const callerId = callerIn(bridge);
      if (callerId !== undefined) await surely(() => guard(callerId, channelId, asideId));
    });
  }

  return {
    make: async (callId) => (await open(`${prefix}${callId}`, 'mixing')) !== 409,
    async join(callId, channels, { isMine, hush, joined, recId, asideId }) {
      const bridgeId = `${prefix}${callId}`;
      const path = `/bridges/${bridgeId}`;
      // A channel added again would leave for a moment.
      const missing = isMine ? channels : await leftOut(bridgeId, channels);
      const add = async (ids: readonly string[]): Promise<unknown> =>
        ids.length > 0 && surely(() => must('POST', `${path}/addChannel`, { channel: ids.join(',') }));
      const [callerId, lineId] = channels;
      /** Releases the claim, so that a retry does not wait for a failed worker. */
      const undo = async (error: unknown): Promise<never> => {
        if (isMine) await close(bridgeId).catch(() => undefined);
        throw error;
      };
      // The line first, which may be slow: until then the caller hears music.
      await inTurn(lineId, async () => void (await add(missing.filter((one) => one !== callerId)))).catch(
        undo,
      );
      // Parallel to the caller: the recording must include the first second.
      const recorded = recId !== undefined && recordings.record(path, recId);
      await Promise.all([add(missing.filter((one) => one === callerId)), hush()]).catch(
        async (error: unknown) => {
          // The audio may have been stopped already.
          const wait = { mohClass: music.wait };
          await must('POST', `/channels/${encodeURIComponent(callerId)}/moh`, wait, [404, 409]);
          return undo(error);
        },
      );
      await Promise.all([surely(joined), surely(() => guard(callerId, lineId, asideId)), recorded]);
    },
    add: bring,
    remove: (callId, channelId) =>
      inTurn(channelId, async () => {
        const path = `/bridges/${prefix}${callId}/removeChannel`;
        const status = await must('POST', path, { channel: channelId }, [400, 404, 409, 422]);
        if (!isGood(status)) return;
        // Without a bridge it would be silent until its next call, which may have started meanwhile.
        const { body } = await ari.ask('GET', '/bridges');
        if (!(body as AriBridge[]).some(({ channels }) => channels.includes(channelId)))
          await park(channelId);
      }),
    spy({ legId, agentLegId }) {
      const ear = `ear-${legId}`;
      const bridgeId = `${o.app}-${ear}`;
      const how = { app: o.app, appArgs: 'ear', spy: 'both', whisper: 'out' };
      return inTurn(bridgeId, async () => {
        // The monitored line is gone.
        if ((await must('POST', `/channels/${agentLegId}/snoop/${ear}`, how, [404, 409])) === 404) return;
        await open(bridgeId, 'mixing');
        // The snoop channel needs a moment to enter our application.
        for (let look = 0; look < looks; look += 1) {
          if (look > 0) await rest(lookMs);
          const bridge = await bridgeAt(bridgeId);
          const out = [legId, ear].filter((one) => !bridge?.channels.includes(one));
          if (!bridge) break;
          if (out.length === 0) return;
          const both = { channel: out.join(',') };
          if (isGood(await must('POST', `/bridges/${bridgeId}/addChannel`, both, [400, 404, 409, 422])))
            return;
        }
        // Closed as leftover meanwhile, or too late: the caller must retry.
        throw new Error('asterisk: a supervisor could not be put where they listen');
      });
    },
    hear: recordings.hear,
    goOn: recordings.goOnIn,
    closeEar,
    park,
    close,
    async closeEmpty(calls, deaf, there) {
      const now = calls.filter((one) => isCall(one) && !isWhole(one)).map(({ id }) => id);
      const isOver = (id: string): boolean => nearlyEmpty.has(id) || !there.has(callOf(id));
      for (const id of now.filter(isOver)) await close(id);
      for (const id of deaf.filter((one) => nearlyEmpty.has(one))) await closeEar(id);
      nearlyEmpty = new Set([...now, ...deaf]);
    },
    lonelyEars(bridges, channels) {
      const heard = new Map(bridges.filter(({ id }) => id.startsWith(ears)).map((one) => [one.id, one]));
      const snoops = channels.filter((one) => isEar(one) && one.id.startsWith('ear-'));
      const all = new Set([...heard.keys(), ...snoops.map(({ id }) => `${o.app}-${id}`)]);
      return [...all].filter((id) => (heard.get(id)?.channels.length ?? 0) < 2);
    },
    isCall,
    callOf,
  };
}
