/** Recordings of the fake Asterisk, of bridges and of channels. */
import type { ServerResponse } from 'node:http';
import { setTimeout as rest } from 'node:timers/promises';
import { toneWav } from '../../src/contexts/dialer/server/telephony/tone.ts';
import type { Playbacks } from './ari-playing.ts';
import type { Bridge, Channel, Reply } from './ari-shapes.ts';

/** Silence after which it stops recording its bridge. */
const patienceMs = 4000;
/** A missing folder, as in Debian's package, or a full disk: the file is created and remains empty. */
export type RecorderFault = 'no_folder' | 'disk_full';
const noFolder: Reply = [500, { message: 'Unrecognized recording error: No such file or directory' }];
/** The message for a channel is shorter. */
const noFolderOfChannel: Reply = [500, { message: 'Internal Server Error' }];

interface Options {
  /** How much faster than in life. */
  speed: number;
  say: (event: { type: string } & Record<string, unknown>) => void;
  floor: {
    channels: ReadonlyMap<string, Channel>;
    bridges: ReadonlyMap<string, Bridge>;
    /** Growing, and finished. */
    live: Set<string>;
    recordings: Set<string>;
    /** Fault of the recording folder. */
    recorderFault?: RecorderFault | undefined;
  };
  playbacks: Playbacks;
}

export class Recorder {
  /** Files that were written on a full disk. */
  readonly empty = new Set<string>();
  /** Files of recordings that were on when the exchange was killed: their header has no length. */
  readonly unfinished = new Set<string>();
  readonly #o: Options;
  readonly #silent = new Map<string, NodeJS.Timeout>();
  constructor(o: Options) {
    this.#o = o;
  }

  /** Undefined: there is one of this name. */
  begin(bridge: Bridge, name: string): Reply | undefined {
    if (this.#isTaken(name)) return undefined;
    if (this.#o.floor.recorderFault === 'no_folder') return noFolder;
    this.#o.floor.live.add(name);
    this.#forget(bridge);
    bridge.recordings.push(name);
    this.look(bridge);
    return [201, { name, state: 'queued' }];
  }
  /** Two silent channels are mixed; a single silent one produces nothing. */
  look(bridge: Bridge): void {
    const isMute = (id: string): boolean => this.#o.floor.channels.get(id)?.isMute !== false;
    if (bridge.channels.length > 1 || !bridge.channels.every(isMute)) return this.#forget(bridge);
    if (bridge.recordings.length === 0 || this.#silent.has(bridge.id)) return undefined;
    const ends = setTimeout(() => this.end(bridge), patienceMs / this.#o.speed).unref();
    return void this.#silent.set(bridge.id, ends);
  }
  mute(channel: Channel, isMute: boolean): void {
    channel.isMute = isMute;
    for (const one of this.#o.floor.bridges.values()) this.look(one);
  }
  end(bridge: Bridge): void {
    this.#forget(bridge);
    for (const name of bridge.recordings.splice(0)) this.#over(name, `bridge:${bridge.id}`);
  }

  /** Records a channel, until a key, silence, or hangup; undefined: the name exists. */
  ofChannel(channel: Channel, query: URLSearchParams): Reply | undefined {
    const name = query.get('name') ?? '';
    const mostMs = 1000 * Number(query.get('maxDurationSeconds'));
    if (this.#isTaken(name)) return undefined;
    if (this.#o.floor.recorderFault === 'no_folder') return noFolderOfChannel;
    this.#o.playbacks.record(channel.id, `record-${name}`, () => {
      this.#o.floor.live.add(name);
      channel.records = name;
      if (mostMs > 0) setTimeout(() => this.finish(channel), mostMs / this.#o.speed).unref();
    });
    return [201, { name, state: 'queued' }];
  }
  finish(channel: Channel | undefined): void {
    const { records: name, id } = channel ?? {};
    if (name === undefined || !this.#o.floor.live.has(name)) return;
    this.#o.playbacks.stop(`record-${name}`);
    this.#over(name, `channel:${id}`);
  }

  crash(): void {
    for (const timer of this.#silent.values()) clearTimeout(timer);
    this.#silent.clear();
    for (const name of this.#o.floor.live) {
      this.unfinished.add(name);
      this.#o.floor.recordings.add(name);
    }
    this.#o.floor.live.clear();
  }

  #isTaken = (name: string): boolean => this.#o.floor.live.has(name) || this.#o.floor.recordings.has(name);
  #over(name: string, target: string): void {
    this.#o.floor.live.delete(name);
    this.#o.floor.recordings.add(name);
    const isEmpty = this.#o.floor.recorderFault === 'disk_full';
    if (isEmpty) this.empty.add(name);
    const how = { name, state: 'done', target_uri: target, ...(isEmpty && { duration: 0 }) };
    this.#o.say({ type: 'RecordingFinished', recording: how });
  }
  #forget({ id }: Bridge): void {
    clearTimeout(this.#silent.get(id));
    this.#silent.delete(id);
  }
}

const unfinished = (sound: Buffer): Buffer => sound.fill(0, 40, 44).fill(0, 4, 8);
/** What has been written of one so far has no length yet. */
export function recordingOf(
  {
    live,
    recordings,
    recorderFault,
  }: { live: ReadonlySet<string>; recordings: Set<string>; recorderFault?: string | undefined },
  files: Pick<Recorder, 'empty' | 'unfinished'>,
  [method, how, name, part]: readonly [method: string, how: string, name: string, part: string | undefined],
): Reply {
  if (how === 'stored' && name === '' && recorderFault === 'no_folder')
    return [500, { error: 'Allocation failed' }];
  // The list shows what is still being written as well.
  if (how === 'stored' && name === '')
    return [200, [...recordings, ...live].map((one) => ({ name: one, format: 'wav' }))];
  if (how === 'stored' && method === 'DELETE')
    return recordings.delete(name) ? [204] : [404, { message: 'Recording not found' }];
  if (how === 'live' && live.has(name)) return [200, { name, state: 'recording' }];
  const isThere = recordings.has(name) || live.has(name);
  if (how === 'live' || !isThere) return [404, { message: 'Recording not found' }];
  if (part !== 'file') return [200, { name, format: 'wav' }];
  if (files.empty.has(name)) return [200, Buffer.alloc(0)];
  if (files.unfinished.has(name)) return [200, unfinished(toneWav(name, 3))];
  return [200, live.has(name) ? unfinished(toneWav(name, 1)) : toneWav(name, 3)];
}

const pieces = 5;
/** Sends a file in delayed chunks, like a slow network. */
export async function sendSound(response: ServerResponse, sound: Buffer, apartMs: number): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'audio/x-wav', 'Content-Length': sound.length });
  const size = Math.ceil(sound.length / pieces);
  for (let at = 0; apartMs > 0 && at < sound.length; at += size) {
    response.write(sound.subarray(at, at + size));
    await rest(apartMs);
  }
  response.end(apartMs > 0 ? undefined : sound);
}
