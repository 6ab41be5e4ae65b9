/** What an Asterisk plays to a channel, one thing after the other: all else that is asked of that channel waits meanwhile. */
interface Playing {
  id: string;
  channelId: string;
  media: string;
  timer?: NodeJS.Timeout;
}

export class Playbacks {
  readonly #queue: Playing[] = [];
  /** All that was begun, by channel. */
  readonly #begun: { channelId: string; media: string }[] = [];
  readonly #waiting: { channelId: string; go: () => void }[] = [];
  readonly #o: {
    ms: number;
    say: (event: { type: string } & Record<string, unknown>) => void;
    /** What is heard before stops: nobody starts it again. */
    begins: (channelId: string) => void;
  };

  constructor(o: {
    ms: number;
    say: (event: { type: string } & Record<string, unknown>) => void;
    begins: (channelId: string) => void;
  }) {
    this.#o = o;
  }

  play(channelId: string, media: string, id: string): object | undefined {
    if (this.#queue.some((one) => one.id === id)) return undefined;
    const one: Playing = { id, channelId, media };
    this.#queue.push(one);
    this.#begin(channelId);
    return { ...this.#shown(one), state: 'queued' };
  }
  to = (channelId: string): string[] =>
    this.#begun.filter((one) => one.channelId === channelId).map(({ media }) => media);
  /** What a channel hears now. */
  now = (channelId: string): string | undefined =>
    this.#queue.find((one) => one.channelId === channelId)?.media;
  stop(id: string): boolean {
    const one = this.#queue.find((playing) => playing.id === id);
    if (one) this.#end(one);
    return one !== undefined;
  }
  gone(channelId: string): void {
    for (const one of this.#queue.filter((playing) => playing.channelId === channelId)) this.#end(one);
  }
  /** Asked of a channel while something is played to it, it is done afterwards. */
  quiet(channelId: string): Promise<void> {
    if (this.now(channelId) === undefined) return Promise.resolve();
    return new Promise((go) => void this.#waiting.push({ channelId, go }));
  }

  #shown = ({ id, channelId }: Playing): object => ({
    id,
    state: 'done',
    target_uri: `channel:${channelId}`,
  });
  #begin(channelId: string): void {
    const one = this.#queue.find((playing) => playing.channelId === channelId);
    if (!one || one.timer) return;
    this.#o.begins(channelId);
    this.#begun.push(one);
    one.timer = setTimeout(() => this.#end(one), this.#o.ms);
  }
  #end(one: Playing): void {
    clearTimeout(one.timer);
    this.#queue.splice(this.#queue.indexOf(one), 1);
    this.#o.say({ type: 'PlaybackFinished', playback: this.#shown(one) });
    this.#begin(one.channelId);
    if (this.now(one.channelId) !== undefined) return;
    for (const waiting of this.#waiting.filter(({ channelId }) => channelId === one.channelId)) {
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      waiting.go();
    }
  }
}
