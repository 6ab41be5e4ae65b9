/** What a channel of an Asterisk says and hears, while it stays where it is. */
import { music } from '../exchange/plan.ts';
import { type Ari, isGood, mustOf } from './ari.ts';

export interface Sounds {
  /** Whether what is said on it is heard. */
  mute(channelId: string, isMuted: boolean): Promise<void>;
  /** It hears music and is not heard: the music is its own, so bridge and recording go on without its voice. */
  hold(channelId: string, isHeld: boolean): Promise<void>;
  /** Packets of sound received from it so far; null when it is no telephone of ours. */
  packetsOf(channelId: string): Promise<number | null>;
}

/** One that has gone, or has gone on, needs nothing. */
const fine = [404, 409];

export function soundsOf(ari: Ari): Sounds {
  const must = mustOf(ari);
  const set = (channelId: string, what: 'mute' | 'moh', isOn: boolean): Promise<unknown> => {
    const about: Record<string, string> =
      what === 'mute' ? { direction: 'in' } : isOn ? { mohClass: music.hold } : {};
    return must(isOn ? 'POST' : 'DELETE', `/channels/${encodeURIComponent(channelId)}/${what}`, about, fine);
  };
  return {
    async mute(channelId, isMuted) {
      await set(channelId, 'mute', isMuted);
    },
    async hold(channelId, isHeld) {
      await set(channelId, 'mute', isHeld);
      await set(channelId, 'moh', isHeld);
    },
    async packetsOf(channelId) {
      const { status, body } = await ari.ask('GET', `/channels/${channelId}/rtp_statistics`);
      return isGood(status) ? ((body as { rxcount?: number }).rxcount ?? null) : null;
    },
  };
}
