/** Crashes like a power loss, with the configured probability; production does not start with any. */
import type { Kernel } from '../http/mount.ts';

type Chances = Partial<Record<string, number>>;

/** Nothing unless there are chances. */
export const failing = (chances: Chances | undefined): Pick<Kernel, 'failAt'> =>
  chances
    ? {
        failAt(point) {
          if (Math.random() < (chances[point] ?? 0)) process.kill(process.pid, 'SIGKILL');
        },
      }
    : {};
