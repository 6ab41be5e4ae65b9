/** Views in which a permission has an effect, from their screens; a test generates the file from the sources. */
import { readFileSync } from 'node:fs';
import type { RoleType } from '#kernel/contract/access.ts';
import type { Flag } from '#kernel/contract/flags.ts';

const lines = readFileSync(new URL('flag-views.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const views: ReadonlyMap<string, RoleType[]> = new Map(
  lines.map((line) => {
    const [flag = '', of = ''] = line.split(': ');
    return [flag, of.split(' ') as RoleType[]];
  }),
);

export const viewsOf = (flag: Flag): RoleType[] => views.get(flag) ?? [];
