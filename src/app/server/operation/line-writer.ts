/**
 * Where log lines go: written together, at least once a second. A disk that is full loses lines and nothing else; pino's
 * own destination waits at the exit for as long as the disk is full, so the process would never end.
 */
import fs from 'node:fs';
import path from 'node:path';
import { startupText } from '#text/en/startup.ts';

export interface LineWriter {
  write(line: string): void;
  /** What is waiting, now and once. */
  end(): void;
}

const TOGETHER = 16_000;
const EVERY_MS = 1000;
/** Kept while a slow reader takes its time; more is lost. */
const MOST = 4 * 1024 * 1024;
const TELL_MS = 60_000;
const STDOUT = 1;

const open = new Set<LineWriter>();
process.on('exit', () => {
  for (const one of open) one.end();
});

/** `to`: a file, or `stdout`. */
export function openLineWriter(to: string): LineWriter {
  const fd = to === 'stdout' ? STDOUT : openFile(to);
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
  const send = (bytes: Buffer): void => {
    isWriting = true;
    fs.write(fd, bytes, (error, written) => {
      // A full pipe: its reader is slow.
      const isFull = error?.code === 'EAGAIN' || error?.code === 'EBUSY';
      if (error && !isFull) lost(error);
      else if (isFull) return void setTimeout(send, 100, bytes).unref();
      else if (written < bytes.length) return send(bytes.subarray(written));
      isWriting = false;
      if (length >= TOGETHER) send(take());
    });
  };
  const timer = setInterval(() => !isWriting && length > 0 && send(take()), EVERY_MS).unref();
  const writer: LineWriter = {
    write(line) {
      if (length > MOST) return lost('EAGAIN');
      waiting.push(line);
      length += line.length;
      if (!isWriting && length >= TOGETHER) send(take());
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
function openFile(file: string): number {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const fd = fs.openSync(file, 'a', 0o600);
  if (fs.fstatSync(fd).isFile()) fs.fchmodSync(fd, 0o600);
  return fd;
}
