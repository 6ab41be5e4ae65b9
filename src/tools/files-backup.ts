/**
 * Files of the data folder, copied to another one. A file never changes once it is written, so only new ones are copied; they
 * are encrypted for the keys of backups, and all of them anew when those keys change. What the installation deletes is
 * deleted here a month later, as a backup of the database from before still names it.
 */
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openBackup, sealedFor } from './backup-keys.ts';

const SEALED = '.age';
const GONE = '.gone';
const UNFINISHED = '.unfinished';
const KEPT_MS = 30 * 86_400_000;
/** Whom the copies are written for. */
const RECIPIENTS = 'recipients.txt';

export interface Copied {
  copied: number;
  kept: number;
  removed: number;
}

/** Keys of files, such as `photo/3f2a…`, below a folder. */
function* keysIn(folder: string, below = ''): Generator<string> {
  const at = path.join(folder, below);
  if (!fs.existsSync(at)) return;
  for (const entry of fs.readdirSync(at, { withFileTypes: true })) {
    const key = path.join(below, entry.name);
    if (entry.isDirectory()) yield* keysIn(folder, key);
    else if (below !== '') yield key;
  }
}

async function copy(key: string, from: string, to: string, recipients: readonly string[]): Promise<void> {
  const place = path.join(to, key) + (recipients.length > 0 ? SEALED : '');
  const unfinished = place + UNFINISHED;
  fs.mkdirSync(path.dirname(place), { recursive: true, mode: 0o700 });
  try {
    await pipeline(
      fs.createReadStream(path.join(from, key)),
      (source: fs.ReadStream) => sealedFor(recipients, source),
      fs.createWriteStream(unfinished, { mode: 0o600, flush: true }),
    );
    fs.renameSync(unfinished, place);
  } finally {
    fs.rmSync(unfinished, { force: true });
  }
}

/** Copies by key: under which names each lies, of which one is read. */
function copiesIn(to: string): Map<string, string[]> {
  const found = [...keysIn(to)].filter((name) => !name.endsWith(UNFINISHED));
  return Map.groupBy(found, (name) => name.replace(GONE, '').replace(SEALED, ''));
}

/** Only ours end so: keys are kinds and numbers. */
const isGone = (name: string): boolean => name.endsWith(GONE);

export async function backupFiles(
  from: string,
  to: string,
  recipients: readonly string[],
  now = Date.now(),
): Promise<Copied> {
  fs.mkdirSync(to, { recursive: true, mode: 0o700 });
  const list = path.join(to, RECIPIENTS);
  const wanted = `${[...recipients].sort().join('\n')}\n`;
  const isSame = fs.existsSync(list) && fs.readFileSync(list, 'utf8') === wanted;
  const copies = copiesIn(to);
  const result: Copied = { copied: 0, kept: 0, removed: 0 };
  const named = recipients.length > 0 ? SEALED : '';
  for (const key of keysIn(from)) {
    const there = copies.get(key) ?? [];
    copies.delete(key);
    if (isSame && there.includes(key + named)) {
      result.kept += 1;
      continue;
    }
    // One that is deleted meanwhile is no loss.
    await copy(key, from, to, recipients).catch((error: unknown) => {
      if (fs.existsSync(path.join(from, key))) throw error;
    });
    result.copied += 1;
    for (const name of there) if (name !== key + named) fs.rmSync(path.join(to, name));
  }
  for (const name of [...copies.values()].flat()) {
    const place = path.join(to, name);
    if (!isGone(name)) {
      fs.renameSync(place, place + GONE);
      fs.utimesSync(place + GONE, now / 1000, now / 1000);
    } else if (fs.statSync(place).mtimeMs < now - KEPT_MS) {
      fs.rmSync(place);
      result.removed += 1;
    }
  }
  // Last: a run that was broken off begins anew.
  fs.writeFileSync(list, wanted, { mode: 0o600, flush: true });
  return result;
}

/** Brings back what is not there; what is there stays as it is. */
export async function restoreFiles(
  from: string,
  to: string,
  identities: readonly string[],
): Promise<{ copied: number; kept: number }> {
  const result = { copied: 0, kept: 0 };
  for (const [key, [name = '']] of copiesIn(from)) {
    const place = path.join(to, key);
    if (fs.existsSync(place)) {
      result.kept += 1;
      continue;
    }
    fs.mkdirSync(path.dirname(place), { recursive: true, mode: 0o700 });
    const unfinished = place + UNFINISHED;
    try {
      await pipeline(
        await openBackup(path.join(from, name), identities),
        fs.createWriteStream(unfinished, { mode: 0o600, flush: true }),
      );
      fs.renameSync(unfinished, place);
    } finally {
      fs.rmSync(unfinished, { force: true });
    }
    result.copied += 1;
  }
  return result;
}

/** Some of the copies, read to their end: whether the keys at hand open them. */
export async function tryFiles(from: string, identities: readonly string[], many: number): Promise<number> {
  const names = [...copiesIn(from).values()].flatMap(([name]) => name ?? []);
  const some = names
    .map((name) => ({ name, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, many);
  for (const { name } of some)
    for await (const piece of await openBackup(path.join(from, name), identities)) void piece;
  return some.length;
}
