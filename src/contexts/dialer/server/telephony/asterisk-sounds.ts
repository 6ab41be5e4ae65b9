/** What a channel of an Asterisk says and hears, while it stays where it is. */
import { music } from '../exchange/plan.ts';
import { type Ari, type AriEvent, isGood, mustOf } from './ari.ts';
import { legInEvent } from './ari-events.ts';

interface SoundFile {
  id: string;
  formats: { language: string }[];
}
/** Names of all sounds there are, as they are played: a folder that is no language is taken for one. */
export async function soundsThere(ari: Ari): Promise<ReadonlySet<string>> {
  const { body } = await ari.ask('GET', '/sounds');
  const all = Array.isArray(body) ? (body as SoundFile[]) : [];
  return new Set(all.flatMap(({ id, formats }) => [id, ...formats.map((one) => `${one.language}/${id}`)]));
}

export interface Sounds {
  /** Whether what is said on it is heard. */
  mute(channelId: string, isMuted: boolean): Promise<void>;
  /** It hears music and is not heard: the music is its own, so bridge and recording go on without its voice. */
  hold(channelId: string, isHeld: boolean): Promise<void>;
  /** Music until it is put into a call; asked for once more, for it would hear nothing, or nobody. */
  wait(channelId: string, isOn: boolean): Promise<void>;
  /** Packets of sound received from it so far; null when it is no telephone of ours. */
  packetsOf(channelId: string): Promise<number | null>;
  /** From now on it is told when somebody speaks on it. */
  listenFor(channelIds: readonly string[]): Promise<void>;
  /** Events of it: a voice began, or it is gone. */
  hear(event: AriEvent): void;
  voicesOf(legId: string): number | null;
}

/** One that has gone, or has gone on, needs nothing. */
const fine = [404, 409];

/** Of a channel, once; one that has gone needs nothing. */
export const stopMusic = (must: ReturnType<typeof mustOf>, channelPath: string): Promise<unknown> =>
  must('DELETE', `${channelPath}/moh`, {}, fine);

/**
 * Asked for while Asterisk makes the next packet of it, music goes on (`generator_force` puts back what was taken away
 * meanwhile), and whoever is put through hears it instead of the agent: asked for again, it ends.
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
