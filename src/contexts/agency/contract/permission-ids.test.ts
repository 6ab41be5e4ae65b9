import { expect, test } from 'vitest';
import { flags } from '#kernel/contract/flags.ts';
import { modules } from './modules.ts';
import { flagOf, moduleId, moduleOf, permissionId } from './permission-ids.ts';

test('every flag and every module has a unique number', () => {
  expect(new Set(flags.map(permissionId)).size).toBe(flags.length);
  expect(new Set(modules.map(moduleId)).size).toBe(modules.length);
  for (const flag of flags) expect(flagOf(permissionId(flag))).toBe(flag);
  expect(flagOf(1)).toBeUndefined();
});

test('numbers never change, because other programs store them', () => {
  expect([permissionId('list_role'), permissionId('export_user')]).toEqual([479839413, 325471675]);
});

test('every flag belongs to a module, else no role could get it', () => {
  expect(flags.filter((flag) => !moduleOf(flag))).toEqual([]);
  for (const module of modules) expect([module.name, module.flags.length > 0]).toEqual([module.name, true]);
});
