/** Locates an Asterisk: in a configured folder, in the system, or none; reports missing parts. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Installed {
  program: string;
  modules: string;
  /** Its sound files and other shipped data. */
  data: string;
  version: string;
}
export const usualFolder = fileURLToPath(new URL('../../../.cache/exchange', import.meta.url));
const versionOf = (program: string): string => {
  try {
    const said = execFileSync(program, ['-V'], { encoding: 'utf8', stdio: 'pipe' });
    return said.replace(/^Asterisk\s+/, '').trim();
  } catch {
    return '';
  }
};
const first = (...paths: string[]): string | undefined => paths.find((path) => existsSync(path));

/** A prefix installation, as created by `make install`. */
function under(prefix: string): Installed | undefined {
  const program = first(join(prefix, 'sbin/asterisk'), join(prefix, 'prefix/sbin/asterisk'));
  if (!program) return undefined;
  const root = resolve(program, '../..');
  const modules = first(join(root, 'lib/asterisk/modules'), join(root, 'lib64/asterisk/modules'));
  const data = join(root, 'var/lib/asterisk');
  return modules ? { program, modules, data, version: versionOf(program) } : undefined;
}
/** As Linux distributions install it. */
function ofSystem(): Installed | undefined {
  const program = first('/usr/sbin/asterisk', '/usr/local/sbin/asterisk');
  const modules = first(
    '/usr/lib/x86_64-linux-gnu/asterisk/modules',
    '/usr/lib/aarch64-linux-gnu/asterisk/modules',
    '/usr/lib64/asterisk/modules',
    '/usr/lib/asterisk/modules',
    '/usr/local/lib/asterisk/modules',
  );
  const data = first('/usr/share/asterisk', '/var/lib/asterisk', '/usr/local/var/lib/asterisk');
  return program && modules && data ? { program, modules, data, version: versionOf(program) } : undefined;
}

export const findAsterisk = (folder: string): Installed | undefined => under(folder) ?? ofSystem();
