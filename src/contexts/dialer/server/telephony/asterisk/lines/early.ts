/**
 * Early media for an agent who dialled: the carrier's audio, else a ringing tone. The agent's line is in a separate
 * bridge with a snoop channel on the call; the call is placed as any other.
 */
import { setTimeout as rest } from 'node:timers/promises';
import { type Ari, type AriBridge, isGood, mustOf } from '../ari.ts';
import { isOurs } from '../ari-events.ts';
import type { Bridges } from '../asterisk-bridges.ts';
import type { TelephonyProvider } from '../../port.ts';

/** The Indian ringing tone. Its parts are separated by bars, because a comma would separate sounds. */
const ringing = 'tone:400*25/400|0/200|400*25/400|0/2000';
/** The snoop channel needs a moment to enter our application. */
const looks = 20;
const lookMs = 50;
const gone = [400, 404, 409, 422];

interface Early extends Required<Pick<TelephonyProvider, 'hearEarly' | 'endEarly'>> {
  isEarly(bridge: Pick<AriBridge, 'id'>): boolean;
  /** A channel left it; without a line the bridge is closed. */
  left(bridgeId: string): Promise<void>;
  /** Closes those whose call is not among the legs `there`. */
  sweep(early: readonly AriBridge[], there: ReadonlySet<string>): Promise<void>;
}

export function earlyOf(ari: Ari, { app }: { app: string }, bridges: Pick<Bridges, 'park'>): Early {
  const must = mustOf(ari);
  const prefix = `${app}-early-`;
  const toneOf = (legId: string): string => `ringing-${legId}`;
  const snoopOf = (legId: string): string => `early-${legId}`;
  const hush = (legId: string): Promise<number> =>
    must('DELETE', `/playbacks/${toneOf(legId)}`, {}, [404, 409]);
  const at = async (legId: string): Promise<AriBridge | undefined> => {
    const { status, body } = await ari.ask('GET', `/bridges/${prefix}${legId}`);
    return isGood(status) ? (body as AriBridge) : undefined;
  };
  /** Puts a channel into the bridge, once; false: it is not there yet, or any more. */
  async function put(legId: string, channel: string): Promise<boolean> {
    if ((await at(legId))?.channels.includes(channel)) return true;
    return isGood(await must('POST', `/bridges/${prefix}${legId}/addChannel`, { channel }, gone));
  }
  async function hearMedia(legId: string): Promise<void> {
    const how = { app, appArgs: 'ear', spy: 'in' };
    const made = await must('POST', `/channels/${legId}/snoop/${snoopOf(legId)}`, how, [404, 409]);
    if (made === 404) return;
    for (let look = 0; look < looks; look += 1) {
      if (look > 0) await rest(lookMs);
      if (await put(legId, snoopOf(legId))) break;
    }
    await hush(legId);
  }
  /** The line is parked only if no other bridge has it: another call may use it meanwhile. */
  async function park(bridge: AriBridge, channelId: string): Promise<void> {
    const how = { channel: channelId };
    if (!isGood(await must('POST', `/bridges/${bridge.id}/removeChannel`, how, gone))) return;
    const { body } = await ari.ask('GET', '/bridges');
    if (!(body as AriBridge[]).some(({ channels }) => channels.includes(channelId)))
      await bridges.park(channelId);
  }
  async function end(legId: string): Promise<void> {
    const bridge = await at(legId);
    if (!bridge) return;
    await hush(legId);
    await must('DELETE', `/channels/${snoopOf(legId)}`, {}, [404]);
    for (const id of bridge.channels) if (id !== snoopOf(legId)) await park(bridge, id);
    await must('DELETE', `/bridges/${bridge.id}`, {}, [404, 409]);
  }
  return {
    isEarly: ({ id }) => id.startsWith(prefix),
    async hearEarly({ legId, lineId, how }) {
      // It is there already after the first ring.
      await must('POST', `/bridges/${prefix}${legId}`, { type: 'mixing', name: 'recoup' }, [409, 500]);
      // The line first, and only once: after the answer it belongs to the call's bridge.
      if (!(await put(legId, lineId))) return;
      if (how === 'media') return hearMedia(legId);
      await must('POST', `/bridges/${prefix}${legId}/play/${toneOf(legId)}`, { media: ringing }, [404, 409]);
    },
    endEarly: end,
    async left(bridgeId) {
      const legId = bridgeId.slice(prefix.length);
      const bridge = await at(legId);
      // The agent speaks in the call: the line is in its bridge.
      if (bridge && !bridge.channels.some(isOurs)) await end(legId);
    },
    async sweep(early, there) {
      for (const { id } of early) {
        const legId = id.slice(prefix.length);
        if (!there.has(legId)) await end(legId);
      }
    },
  };
}
