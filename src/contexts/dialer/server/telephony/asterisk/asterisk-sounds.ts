/** Playback, mute and music of a channel in place. */
import { music } from '../../exchange/plan.ts';
import { type Ari, type AriEvent, isGood, mustOf } from './ari.ts';
import { legInEvent } from './ari-events.ts';

interface SoundFile {
  id: string;
  formats: { language: string }[];
}
/** Ids of all sound files, as used in playback: a folder that is not a language is treated as one. */
export async function soundsThere(ari: Ari): Promise<ReadonlySet<string>> {
  const { body } = await ari.ask('GET', '/sounds');
  const all = Array.isArray(body) ? (body as SoundFile[]) : [];
  return new Set(all.flatMap(({ id, formats }) => [id, ...formats.map((one) => `${one.language}/${id}`)]));
}

export interface Sounds {
  /** Mutes the channel's microphone. */
  mute(channelId: string, isMuted: boolean): Promise<void>;
  /** Puts it on hold with mute: the music is on the channel, so bridge and recording continue without its audio. */
  hold(channelId: string, isHeld: boolean): Promise<void>;
  /** Music until bridged; retried once, because it would be silent otherwise. */
  wait(channelId: string, isOn: boolean): Promise<void>;
  /** Packets of sound received from it so far; null when it is no telephone of ours. */
  packetsOf(channelId: string): Promise<number | null>;
  /** Enables talk detection events. */
  listenFor(channelIds: readonly string[]): Promise<void>;
  /** Talk events: speech started, or the channel is gone. */
  hear(event: AriEvent): void;
  voicesOf(legId: string): number | null;
}

/** A channel that is gone or has moved on is ignored. */
const fine = [404, 409];

/** Stops a channel's music once; a channel that is gone is ignored. */
export const stopMusic = (must: ReturnType<typeof mustOf>, channelPath: string): Promise<unknown> =>
  must('DELETE', `${channelPath}/moh`, {}, fine);

/**
 * Race in Asterisk: stopped while it generates a packet, the music continues (`generator_force` restores the removed
 * generator), and the caller would not hear the agent: a second stop ends it.
 */
async function endMusic(must: ReturnType<typeof mustOf>, channelPath: string): Promise<void> {
  await stopMusic(must, channelPath);
  await stopMusic(must, channelPath);
}

export function soundsOf(ari: Ari): Sounds {
  const must = mustOf(ari);
  const voices = new Map<string, number>();
  const set = (channelId: string, what: 'mute' | 'moh', isOn: boolean): Promise<unknown> => {
    if (what === 'moh' && !isOn) return endMusic(must, `/channels/${encodeURIComponent(channelId)}`);
    const about: Record<string, string> = what === 'mute' ? { direction: 'in' } : { mohClass: music.hold };
    return must(isOn ? 'POST' : 'DELETE', `/channels/${encodeURIComponent(channelId)}/${what}`, about, fine);
  };
  return {
    async mute(channelId, isMuted) {
      await set(channelId, 'mute', isMuted);
    },
    async hold(channelId, isHeld) {
      await Promise.all([set(channelId, 'mute', isHeld), set(channelId, 'moh', isHeld)]);
    },
    async wait(channelId, isOn) {
      const path = `/channels/${channelId}`;
      const ask = (): Promise<unknown> =>
        isOn ? must('POST', `${path}/moh`, { mohClass: music.wait }, fine) : endMusic(must, path);
      await ask().catch(ask);
    },
    async packetsOf(channelId) {
      const { status, body } = await ari.ask('GET', `/channels/${channelId}/rtp_statistics`);
      return isGood(status) ? ((body as { rxcount?: number }).rxcount ?? null) : null;
    },
    async listenFor(channelIds) {
      for (const id of channelIds) voices.set(legInEvent(id), 0);
      const detect = { variable: 'TALK_DETECT(set)', value: '' };
      const tell = (id: string) => ari.ask('POST', `/channels/${encodeURIComponent(id)}/variable`, detect);
      await Promise.all(channelIds.map(tell));
    },
    hear({ type, channel }) {
      const legId = channel && legInEvent(channel.id);
      if (legId === undefined) return;
      if (type === 'ChannelTalkingStarted') voices.set(legId, (voices.get(legId) ?? 0) + 1);
      if (type === 'ChannelDestroyed' || type === 'StasisEnd') voices.delete(legId);
    },
    voicesOf: (legId) => voices.get(legId) ?? null,
  };
}
