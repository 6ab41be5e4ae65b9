import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export interface DataFolderLock {
  release(): void;
}

/**
 * Takes the data folder for this process, or answers undefined when another process has it.
 *
 * SQLite's exclusive transaction is an operating-system file lock, the one thing a kill -9, a reboot or a
 * reused process id cannot leave behind; Node itself offers none.
 */
export function lockDataFolder(dir: string): DataFolderLock | undefined {
  fs.mkdirSync(dir, { recursive: true, mode: 0o711 });
  const file = new DatabaseSync(path.join(dir, 'lock'), { timeout: 0 });
  try {
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return { release: () => file.close() };
  } catch (error) {
    file.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
}

const SQLITE_BUSY = 5;
