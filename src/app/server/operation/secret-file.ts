/** Secrets of an installation in its data folder: created once, atomically, and verified on each read. */
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { startupText } from '#text/en/program/startup.ts';
import { withPath, writeWhole } from './whole-file.ts';

/** A secret that is empty, short or changed; its message is the sentence for the operator. */
export class UnusableSecret extends Error {}

const CHECKSUM = '.sha256';
/** On a file system without links, a second process may briefly see an empty file. */
const PATIENCE_MS = 2000;
const LOOK_MS = 50;
const READ_ONLY = ['EROFS', 'EACCES', 'EPERM'];

interface Form {
  bytes: number;
  /** How the file has it: as text for a setting, or as bytes. */
  encoding: 'base64' | 'binary';
}

/** The secret of `file`, created when missing. Throws UnusableSecret for an incomplete one. */
export function secretIn(file: string, form: Form): Buffer {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  if (!fs.existsSync(file)) {
    // It existed: a new one would decrypt none of its data.
    if (fs.existsSync(file + CHECKSUM))
      throw new UnusableSecret(startupText.secretLost(file, file + CHECKSUM));
    make(file, form);
  }
  const { content, secret } = readPatiently(file, form);
  compare(file, content);
  return secret;
}

function make(file: string, { bytes, encoding }: Form): void {
  const secret = randomBytes(bytes);
  try {
    writeWhole(file, encoding === 'base64' ? secret.toString('base64') : secret, { isNew: true });
  } catch (error) {
    // Another process was first: its secret is the one.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function readPatiently(file: string, form: Form): { content: Buffer; secret: Buffer } {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const content = withPath(file, () => fs.readFileSync(file));
    const secret = secretOf(content, form);
    if (secret) return { content, secret };
    if (performance.now() > until) throw new UnusableSecret(startupText.secretUnusable(file, content.length));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_MS);
  }
}

function secretOf(content: Buffer, { bytes, encoding }: Form): Buffer | undefined {
  if (encoding === 'binary') return content.length === bytes ? content : undefined;
  const text = content.toString('latin1').trim();
  const secret = Buffer.from(text, 'base64');
  return secret.length === bytes && secret.toString('base64') === text ? secret : undefined;
}

/** As `sha256sum -c` reads it. An installation from before there were checksums gets one. */
function compare(file: string, content: Buffer): void {
  const sums = file + CHECKSUM;
  const line = `${createHash('sha256').update(content).digest('hex')}  ${path.basename(file)}\n`;
  if (fs.existsSync(sums)) {
    if (withPath(sums, () => fs.readFileSync(sums, 'utf8')).trim() !== line.trim())
      throw new UnusableSecret(startupText.secretChanged(file, sums));
    return;
  }
  try {
    writeWhole(sums, line);
  } catch (error) {
    // A backup may read a folder that it cannot write.
    if (!READ_ONLY.includes(String((error as NodeJS.ErrnoException).code))) throw error;
  }
}
