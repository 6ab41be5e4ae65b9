/** Id of a flag and of a module: derived from its name, so that it is independent of later additions. */
import { type Flag, flags } from '#kernel/contract/flags.ts';
import { type PermissionModule, modules } from './modules.ts';

/** FNV-1a, 31 bits; a test proves that no two names share a number. */
function numberOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const char of name) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 1 || 1;
}

export const permissionId = (flag: Flag): number => numberOf(`flag ${flag}`);
export const moduleId = ({ name }: Pick<PermissionModule, 'name'>): number => numberOf(`module ${name}`);

const flagsById: ReadonlyMap<number, Flag> = new Map(flags.map((flag) => [permissionId(flag), flag]));
/** The flag of a number; undefined when there is none. */
export const flagOf = (id: number): Flag | undefined => flagsById.get(id);

const moduleOfFlag: ReadonlyMap<Flag, PermissionModule> = new Map(
  modules.flatMap((module) => module.flags.map((flag) => [flag, module] as const)),
);
export const moduleOf = (flag: Flag): PermissionModule | undefined => moduleOfFlag.get(flag);
