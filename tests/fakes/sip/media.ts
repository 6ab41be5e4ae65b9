/** Audio of one leg: sends a tone, and records received audio and gaps. */
import { randomBytes } from 'node:crypto';
import { type Socket, createSocket } from 'node:dgram';
import { soundIn } from './sounds.ts';
import { decode, encode, heardIn, packetMs, samplesOf, toneOf } from './tones.ts';

export const halfMs = 500;
/** Timer interval of a few milliseconds. */
const stallMs = 100;
const quiet = encode(0);
const keyNames = '0123456789*#';
/** What packets of keys are called here. */
const keyKind = 101;
/** Gaps inside one sentence are shorter. */
const againMs = 2000;
/** One hidden line of audio. */
export interface Heard {
  packets: number;
  /** Audible packets, total and per voice. */
  loud: number;
  voices: Map<number, number>;
  /** First and last time per voice. */
  first: Map<number, number>;
  last: Map<number, number>;
  /** Since the answer, in milliseconds: the longest complete silence. */
  longestSilence: number;
  /** When that began. */
  silentSince: number;
  /** Last audible time. */
  until: number;
  /** How many packets of a voice in each half of a second, by `voice:half`. */
  halves: Map<string, number>;
  /** Time of a voice alone, packets, and its last time. */
  alone: Map<number, { from: number; packets: number; until: number }>;
  /** Received keys, in order. */
  keys: string;
  /** Exchange sounds in order of first hearing. */
  sounds: { name: string; packets: number; from: number; until: number }[];
}

export class Media {
  port = 0;
  readonly heard: Heard = {
    packets: 0,
    loud: 0,
    voices: new Map(),
    first: new Map(),
    last: new Map(),
    longestSilence: 0,
    silentSince: 0,
    until: 0,
    halves: new Map(),
    keys: '',
    sounds: [],
    alone: new Map(),
  };
  isMute = false;
  readonly #socket: Socket = createSocket('udp4');
  readonly #tone: Buffer;
  readonly #says: Buffer | undefined;
  readonly #stream = randomBytes(4);
  #far: { host: string; port: number } | undefined;
  /** Packets sent so far. */
  sent = 0;
  #sequence = 0;
  #time = 0;
  #began = 0;
  #due = 0;
  #quietSince = 0;
  #keyTime: number | undefined;
  #turned = 0;
  #isOver = false;

  /** `says`: µ-law speech followed by silence, instead of a tone. */
  constructor(voice: number, says?: Buffer) {
    this.#tone = toneOf(voice);
    this.#says = says;
    this.#socket.on('message', (packet) => this.#hear(packet));
    this.#socket.on('error', () => undefined);
  }

  async open(host: string): Promise<this> {
    await new Promise<void>((opened) => this.#socket.bind(0, host, opened));
    this.port = this.#socket.address().port;
    return this;
  }

  /** Both sides are connected from now on. */
  speakTo(far: { host: string; port: number }): void {
    this.#far = far;
    if (this.#began > 0) return;
    this.#began = Date.now();
    this.#quietSince = this.#began;
  }
  get isSpeaking(): boolean {
    return this.#began > 0 && !this.#isOver;
  }

  /** Timer: sends all packets scheduled so far. */
  turn(now: number): void {
    // A stall of this process is no silence of the other side.
    const stalled = now - this.#turned;
    if (this.#turned > 0 && stalled > stallMs) this.#quietSince = Math.min(now, this.#quietSince + stalled);
    this.#turned = now;
    if (!this.isSpeaking || !this.#far) return;
    const due = Math.floor((now - this.#began) / packetMs);
    // After a long stall missed packets are skipped.
    if (due - this.#due > 10) this.#due = due - 1;
    for (; this.#due < due; this.#due += 1) if (!this.isMute) this.#send(0, this.#packet(this.#due));
  }

  #packet(n: number): Buffer {
    if (!this.#says) return this.#tone;
    const packet = Buffer.alloc(samplesOf, quiet);
    packet.set(this.#says.subarray(n * samplesOf, (n + 1) * samplesOf));
    return packet;
  }

  press(digit: string): void {
    const key = keyNames.indexOf(digit);
    const at = this.#time;
    for (let i = 1; i <= 8; i += 1) {
      const isEnd = i > 5;
      const long = Math.min(i, 6) * samplesOf;
      this.#time = at - samplesOf;
      this.#send(keyKind, Buffer.from([key, isEnd ? 0x8a : 0x0a, long >> 8, long & 255]), i === 1);
    }
    this.#time = at + 6 * samplesOf;
  }

  #send(kind: number, sound: Buffer, isFirst = false): void {
    const packet = Buffer.alloc(12 + sound.length);
    this.sent += 1;
    packet[0] = 0x80;
    packet[1] = kind | (isFirst ? 0x80 : 0);
    packet.writeUInt16BE((this.#sequence += 1) & 0xffff, 2);
    this.#time += samplesOf;
    packet.writeUInt32BE(this.#time >>> 0, 4);
    this.#stream.copy(packet, 8);
    sound.copy(packet, 12);
    if (this.#far && !this.#isOver) this.#socket.send(packet, this.#far.port, this.#far.host);
  }

  /** A key has several packets with one timestamp. */
  #noteKey(packet: Buffer): void {
    const time = packet.readUInt32BE(4);
    if (this.#keyTime !== time) this.heard.keys += keyNames[packet[12] ?? 0] ?? '';
    this.#keyTime = time;
  }

  #hear(packet: Buffer): void {
    if (this.#isOver || this.#began === 0) return;
    const kind = (packet[1] ?? 0) & 127;
    if (kind === keyKind) this.#noteKey(packet);
    if (kind !== 0) return;
    const now = Date.now();
    this.heard.packets += 1;
    const { isLoud, voices, only } = heardIn(decode(packet.subarray(12)));
    if (!isLoud) return;
    const sound = soundIn(packet.subarray(12));
    this.#noteSound(sound, now);
    if (sound === undefined && only !== undefined) {
      const { from, packets } = this.heard.alone.get(only) ?? { from: now, packets: 0 };
      this.heard.alone.set(only, { from, packets: packets + 1, until: now });
    }
    this.heard.loud += 1;
    this.heard.until = now;
    this.#noteSilence(now);
    this.#quietSince = now;
    for (const voice of voices) {
      this.heard.voices.set(voice, (this.heard.voices.get(voice) ?? 0) + 1);
      const half = `${voice}:${Math.floor(now / halfMs)}`;
      this.heard.halves.set(half, (this.heard.halves.get(half) ?? 0) + 1);
      if (!this.heard.first.has(voice)) this.heard.first.set(voice, now);
      this.heard.last.set(voice, now);
    }
  }
  #noteSound(name: string | undefined, now: number): void {
    if (name === undefined) return;
    const last = this.heard.sounds.at(-1);
    // A repeated sound is recorded again.
    if (last?.name !== name || now - last.until > againMs)
      this.heard.sounds.push({ name, packets: 1, from: now, until: now });
    else Object.assign(last, { packets: last.packets + 1, until: now });
  }
  #noteSilence(now: number): void {
    if (now - this.#quietSince <= this.heard.longestSilence) return;
    this.heard.longestSilence = now - this.#quietSince;
    this.heard.silentSince = this.#quietSince;
  }

  close(): void {
    if (this.#isOver) return;
    if (this.#began > 0) this.#noteSilence(Date.now());
    this.#isOver = true;
    this.#socket.close();
  }
}
