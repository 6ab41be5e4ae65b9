/** Playback and recording of a channel in sequence: other requests of that channel are queued. */
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface Playing {
  id: string;
  channelId: string;
  /** One after the other. */
  medias: string[];
  /** A recording has none, and continues until stopped. */
  at: number;
  begins?: () => void;
  isBegun?: boolean;
  timer?: NodeJS.Timeout;
}
interface Options {
  /** How much faster than in life. */
  speed: number;
  say: (event: { type: string } & Record<string, unknown>) => void;
  /** The previous sound stops permanently. */
  begins: (channelId: string) => void;
}

const folder = fileURLToPath(new URL('../../public/sounds/', import.meta.url));
/** How long one is that is not ours. */
const otherMs = 2000;
const bytesInMs = 16;
/** As long as its file. */
function msOf(media: string | undefined): number {
  const own = /^sound:recoup\/(.+)$/.exec(media ?? '')?.[1];
  const file = own === undefined ? undefined : statSync(`${folder}${own}.wav`, { throwIfNoEntry: false });
  return file ? file.size / bytesInMs : otherMs;
}

export class Playbacks {
  readonly #queue: Playing[] = [];
  /** Started sounds, by channel. */
  readonly #begun: { channelId: string; media: string }[] = [];
  readonly #waiting: { channelId: string; go: () => void }[] = [];
  readonly #o: Options;

  constructor(o: Options) {
    this.#o = o;
  }

  play(channelId: string, media: string, id: string): object | undefined {
    if (this.#queue.some((one) => one.id === id)) return undefined;
    const one: Playing = { id, channelId, medias: media.split(','), at: 0 };
    this.#queue.push(one);
    this.#begin(channelId);
    return { ...this.#shown(one), state: 'queued' };
  }
  /** Starts after all earlier requests. */
  record(channelId: string, id: string, begins: () => void): void {
    this.#queue.push({ id, channelId, medias: [], at: 0, begins });
    this.#begin(channelId);
  }
  to = (channelId: string): string[] =>
    this.#begun.filter((one) => one.channelId === channelId).map(({ media }) => media);
  /** Current sound of a channel. */
  now(channelId: string): string | undefined {
    const one = this.#queue.find((playing) => playing.channelId === channelId);
    const media = one?.medias[one.at];
    return media === 'sound:recoup/hold/music' ? 'music' : media;
  }
  stop(id: string): boolean {
    const one = this.#queue.find((playing) => playing.id === id);
    if (one) this.#end(one);
    return one !== undefined;
  }
  gone(channelId: string): void {
    for (const one of this.#queue.filter((playing) => playing.channelId === channelId)) this.#end(one);
  }
  /** Deferred on a channel during playback. */
  quiet(channelId: string): Promise<void> {
    if (!this.#queue.some((one) => one.channelId === channelId)) return Promise.resolve();
    return new Promise((go) => void this.#waiting.push({ channelId, go }));
  }

  #shown = ({ id, channelId, medias, at }: Playing): object => ({
    id,
    state: 'done',
    media_uri: medias[at],
    ...(at < medias.length - 1 && { next_media_uri: medias[at + 1] }),
    target_uri: `channel:${channelId}`,
  });
  #begin(channelId: string): void {
    const one = this.#queue.find((playing) => playing.channelId === channelId);
    if (!one || one.isBegun) return;
    one.isBegun = true;
    this.#o.begins(channelId);
    one.begins?.();
    if (one.medias.length === 0) return;
    this.#begun.push({ channelId, media: one.medias.join(',') });
    this.#goOn(one);
  }
  #goOn(one: Playing): void {
    one.timer = setTimeout(
      () => {
        if (one.at === one.medias.length - 1) return this.#end(one);
        this.#o.say({ type: 'PlaybackContinuing', playback: this.#shown(one) });
        one.at += 1;
        return this.#goOn(one);
      },
      msOf(one.medias[one.at]) / this.#o.speed,
    );
  }
  #end(one: Playing): void {
    clearTimeout(one.timer);
    this.#queue.splice(this.#queue.indexOf(one), 1);
    if (one.medias.length > 0) this.#o.say({ type: 'PlaybackFinished', playback: this.#shown(one) });
    this.#begin(one.channelId);
    if (this.#queue.some(({ channelId }) => channelId === one.channelId)) return;
    for (const waiting of this.#waiting.filter(({ channelId }) => channelId === one.channelId)) {
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      waiting.go();
    }
  }
}
