import type { Access } from '#kernel/contract/access.ts';
import { exportTypes } from '#contexts/files/contract/export-types.ts';
import { call } from './api.ts';
import { markStale } from './query.ts';

/** The export button of a list: a job writes what the list was asked for, every page of it. */
export function exportOf(type: string): { can: Access; run: (input: object) => Promise<void> } {
  const can = exportTypes.find(({ id }) => id === type)?.can;
  if (!can) throw new Error(`no export type ${type}`);
  return {
    can,
    async run(input) {
      // Few who read a list take it away.
      const { files } = await import('#contexts/files/contract/files.ts');
      await call(files.parse, { type: 'EXPORT', export_type: type, filters: { ...input } });
      markStale(['files']);
    },
  };
}
