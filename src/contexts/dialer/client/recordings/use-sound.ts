/** The sound of a recording: brought once, with its loudness for the picture and its silence for who skips it. */
import { useEffect, useState } from 'react';
import { recordings } from '#contexts/dialer/contract/recordings.ts';
import {
  type Stretch,
  levelsOf,
  loudest,
  readWav,
  silencesOf,
} from '#contexts/dialer/contract/quality/sound.ts';
import { ask } from '#kernel/client/calls/api.ts';

export interface Heard {
  url: string;
  /** Loudness of each of `bars` parts, of one. */
  shape: readonly number[];
  silences: readonly Stretch[];
  /** Of silence, in all. */
  silent: number;
}
const bars = 160;
/** Shorter pauses belong to speech. */
const pauseSeconds = 2;
const floorDb = -60;

function shapeOf(levels: readonly number[]): number[] {
  const each = levels.length / bars;
  return Array.from({ length: bars }, (_, bar) => {
    const part = levels.slice(Math.floor(bar * each), Math.max(Math.floor((bar + 1) * each), bar * each + 1));
    const most = Math.max(floorDb, ...part);
    return (most - floorDb) / -floorDb;
  });
}

function heardIn(file: ArrayBuffer, type: string): Heard {
  const url = URL.createObjectURL(new Blob([file], { type }));
  const sound = readWav(file);
  if (!sound) return { url, shape: [], silences: [], silent: 0 };
  const levels = loudest(Array.from({ length: sound.channels }, (_, channel) => levelsOf(sound, channel)));
  const silences = silencesOf(levels, pauseSeconds);
  const silent = silences.reduce((sum, { from, to }) => sum + to - from, 0);
  return { url, shape: shapeOf(levels), silences, silent: Math.max(silent, 0) };
}

interface Reading {
  heard?: Heard;
  error?: Error;
}
export function useSound(referenceId: string): Reading & { retry: () => void } {
  const [reading, setReading] = useState<Reading>({});
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    let url: string | undefined;
    const bring = async (): Promise<void> => {
      const answer = await ask(recordings.play, { referenceId }, { signal: stop.signal });
      const file = await answer.arrayBuffer();
      if (stop.signal.aborted) return;
      const heard = heardIn(file, answer.headers.get('content-type') ?? 'audio/wav');
      url = heard.url;
      setReading({ heard });
    };
    bring().catch((error: unknown) => {
      if (!stop.signal.aborted)
        setReading({ error: error instanceof Error ? error : new Error(String(error)) });
    });
    return () => {
      stop.abort();
      if (url !== undefined) URL.revokeObjectURL(url);
      setReading({});
    };
  }, [referenceId, turn]);
  return { ...reading, retry: () => setTurn((n) => n + 1) };
}
