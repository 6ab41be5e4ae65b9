import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startupText } from '#text/en/program/startup.ts';
import { StartupFailure } from '../server/startup-failure.ts';

export interface DataFolderLock {
  release(): void;
}

/**
 * Locks the data folder for this process, or returns undefined when another process has it.
 *
 * SQLite's exclusive transaction is an operating-system file lock, the one thing a kill -9, a reboot or a reused
 * process id cannot leave stale; Node itself offers none.
 */
export function lockDataFolder(dir: string): DataFolderLock | undefined {
  fs.mkdirSync(dir, { recursive: true, mode: 0o700 });
  let file: DatabaseSync | undefined;
  try {
    file = new DatabaseSync(path.join(dir, 'lock'), { timeout: 0 });
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    const held = file;
    return { release: () => held.close() };
  } catch (error) {
    file?.close();
    const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;
    if (code === BUSY) return undefined;
    if (UNWRITABLE.includes(code))
      throw new StartupFailure(startupText.dataUnwritable(dir), { cause: error });
    throw error;
  }
}

const BUSY = 5;
const UNWRITABLE = [8, 14];
