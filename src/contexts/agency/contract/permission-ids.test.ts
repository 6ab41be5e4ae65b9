import { expect, test } from 'vitest';
import { flags } from '#kernel/contract/flags.ts';
import { modules } from './modules.ts';
import { flagOf, moduleId, moduleOf, permissionId } from './permission-ids.ts';

test('every flag and every module has a number of its own', () => {
  expect(new Set(flags.map(permissionId)).size).toBe(flags.length);
  expect(new Set(modules.map(moduleId)).size).toBe(modules.length);
  for (const flag of flags) expect(flagOf(permissionId(flag))).toBe(flag);
  expect(flagOf(1)).toBeUndefined();
});

test('a number never changes: other programs keep it', () => {
  expect([permissionId('list_role'), permissionId('export_user')]).toEqual([479839413, 325471675]);
});

test('every flag stands in a module, or nobody could give it to a role', () => {
  expect(flags.filter((flag) => !moduleOf(flag))).toEqual([]);
  for (const module of modules) expect([module.name, module.flags.length > 0]).toEqual([module.name, true]);
});
