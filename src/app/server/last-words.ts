/** Message of a program that exits with an unexpected error: one sentence, and the complete error in a file. */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';
import { startupText } from '#text/en/program/startup.ts';
import { SECRET } from './settings.ts';

/** Shorter secrets match ordinary text. */
const SHORTEST = 6;
/** Of a line that a person reads. */
const MOST = 200;

/** `text` without the secrets of the environment, and without the user and password of any address. */
export function withoutSecrets(text: string, env: NodeJS.ProcessEnv = process.env): string {
  const secrets = SECRET.flatMap((name) => {
    const value = env[name]?.trim() ?? '';
    const { protocol = '', username = '', password = '' } = URL.parse(value) ?? {};
    // A database role is no secret, and an ordinary name; a provider's may be its key.
    const user = protocol.startsWith('http') || protocol.startsWith('s3') ? decoded(username) : '';
    return [value, password, decoded(password), user];
  });
  return secrets
    .filter((one) => one.length >= SHORTEST)
    .sort((a, b) => b.length - a.length)
    .reduce((left, one) => left.replaceAll(one, '…'), text)
    .replaceAll(/(\w+:\/\/)[^\s/@"']+@/g, '$1…@');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

type LastWords = (reason: string, place: string) => string;

/**
 * The sentence of `say` with the first line of the error, which is written completely to `file`, or to a temporary
 * file; to `stderr` as one log record, which a container retains without its files.
 */
export function lastWords(error: unknown, file: string | undefined, say: LastWords): string {
  const message = error instanceof Error ? error.message : String(error);
  const reason = withoutSecrets(message.split('\n')[0]?.slice(0, MOST) ?? '');
  const at = new Date().toISOString();
  const whole = withoutSecrets(inspect(error));
  if (file === 'stderr') {
    process.stderr.write(`${JSON.stringify({ level: 'fatal', at, error: whole })}\n`);
    return say(reason, startupText.aboveThisLine);
  }
  const own = path.join(os.tmpdir(), `recoup-error-${randomBytes(4).toString('hex')}.log`);
  for (const one of [file ?? own, own]) {
    try {
      // It may quote rows: for its owner only.
      fs.appendFileSync(one, `${at} ${whole}\n`, { mode: 0o600 });
      return say(reason, one);
    } catch {
      // A full disk, or not this user's.
    }
  }
  return say(reason, startupText.nowhere);
}
