/**
 * Log writer: buffered, flushed at least once per second. A full disk loses records and nothing else; pino's
 * destination blocks the exit while the disk is full.
 */
import fs from 'node:fs';
import path from 'node:path';
import { startupText } from '#text/en/program/startup.ts';

export interface LineWriter {
  write(line: string): void;
  /** What is waiting, now and once. */
  end(): void;
}

const TOGETHER = 16_000;
const EVERY_MS = 1000;
/** Buffer for a slow reader; excess is dropped. */
const MOST = 4 * 1024 * 1024;
const TELL_MS = 60_000;
/** With the previous one, the disk usage of a log. */
const LARGEST = 64 * 1024 * 1024;
const STDOUT = 1;

const open = new Set<LineWriter>();
process.on('exit', () => {
  for (const one of open) one.end();
});

/** `to`: a file, or `stdout`. A file larger than `most` is rotated to one previous file. */
export function openLineWriter(to: string, most = LARGEST): LineWriter {
  const file = to === 'stdout' ? undefined : openFile(to);
  let fd = file?.fd ?? STDOUT;
  let size = file?.size ?? 0;
  let waiting: string[] = [];
  let length = 0;
  let isWriting = false;
  let toldAt = -Infinity;
  const lost = (error: unknown): void => {
    if (performance.now() - toldAt < TELL_MS) return;
    toldAt = performance.now();
    process.stderr.write(
      `${startupText.logLost(to, (error as NodeJS.ErrnoException).code ?? String(error))}\n`,
    );
  };
  const take = (): Buffer => {
    const bytes = Buffer.from(waiting.join(''));
    waiting = [];
    length = 0;
    return bytes;
  };
  const rotate = (): void => {
    const before = fd;
    try {
      fs.renameSync(to, `${to}.1`);
      ({ fd, size } = openFile(to));
      fs.closeSync(before);
    } catch (error) {
      lost(error);
      size = 0;
    }
  };
  const send = (bytes: Buffer): void => {
    isWriting = true;
    fs.write(fd, bytes, (error, written) => {
      // A full pipe: its reader is slow.
      const isFull = error?.code === 'EAGAIN' || error?.code === 'EBUSY';
      if (isFull) return void setTimeout(send, 100, bytes).unref();
      if (error) lost(error);
      else {
        size += written;
        if (written < bytes.length) return send(bytes.subarray(written));
      }
      isWriting = false;
      if (length >= TOGETHER) sendNext();
    });
  };
  // Between two writes, so that no record is split.
  const sendNext = (): void => {
    if (file?.isFile && size > most) rotate();
    send(take());
  };
  const timer = setInterval(() => !isWriting && length > 0 && sendNext(), EVERY_MS).unref();
  const writer: LineWriter = {
    write(line) {
      if (length > MOST) return lost('EAGAIN');
      waiting.push(line);
      length += line.length;
      if (!isWriting && length >= TOGETHER) sendNext();
    },
    end() {
      clearInterval(timer);
      open.delete(writer);
      try {
        if (length > 0) fs.writeSync(fd, take());
      } catch (error) {
        lost(error);
      }
    },
  };
  open.add(writer);
  return writer;
}

/** Readable by its owner only, as it names users and what they did. */
function openFile(file: string): { fd: number; size: number; isFile: boolean } {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const fd = fs.openSync(file, 'a', 0o600);
  const found = fs.fstatSync(fd);
  const isFile = found.isFile();
  if (isFile) fs.fchmodSync(fd, 0o600);
  return { fd, size: found.size, isFile };
}
