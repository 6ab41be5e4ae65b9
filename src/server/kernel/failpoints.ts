/** Dies as a pulled plug would, with the chance the configuration gives; production refuses to start with any. */
import type { Kernel } from './mount.ts';

export const failpoints =
  (chances: Partial<Record<string, number>>): NonNullable<Kernel['failAt']> =>
  (point) => {
    if (Math.random() < (chances[point] ?? 0)) process.kill(process.pid, 'SIGKILL');
  };
