/** Daily copy of the log with a retention in days: CERT-In requires 180 (directions of 28 April 2022). */
import fs from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type LineWriter, openLineWriter } from './line-writer.ts';

const DAY_MS = 86_400_000;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
/** Name of this server's file: several servers may share the folder. */
const nameOf = (day: string): string => `${day}-${hostname()}.log`;
const logName = /^(\d{4}-\d{2}-\d{2})-.+\.log(\.gz)?$/u;

/** Compresses this server's files of earlier days, and removes files of any server older than `days`. */
async function rotateLogs(folder: string, days: number, now: number): Promise<void> {
  const oldest = dayOf(now - days * DAY_MS);
  for (const name of fs.readdirSync(folder)) {
    const day = logName.exec(name)?.[1];
    const file = path.join(folder, name);
    if (day === undefined) continue;
    if (day < oldest) fs.rmSync(file, { force: true });
    else if (day < dayOf(now) && name === nameOf(day)) await compress(file);
  }
}

async function compress(file: string): Promise<void> {
  const compressed = `${file}.gz`;
  await pipeline(
    fs.createReadStream(file),
    createGzip(),
    fs.createWriteStream(`${compressed}.unfinished`, { mode: 0o600 }),
  );
  fs.renameSync(`${compressed}.unfinished`, compressed);
  fs.rmSync(file);
}

/** `now` is the clock; an error in compressing or removing is passed to `onError` and loses no line. */
export function openDailyLog(o: {
  folder: string;
  days: number;
  now?: () => number;
  onError?: (error: unknown) => void;
}): LineWriter {
  const { folder, days, now = Date.now, onError = () => undefined } = o;
  let day = '';
  let writer: LineWriter | undefined;
  const begin = (today: string): LineWriter => {
    writer?.end();
    day = today;
    writer = openLineWriter(path.join(folder, nameOf(today)), Infinity);
    rotateLogs(folder, days, now()).catch(onError);
    return writer;
  };
  return {
    write(line) {
      const today = dayOf(now());
      const open = writer && day === today ? writer : begin(today);
      open.write(line);
    },
    end: () => writer?.end(),
  };
}
