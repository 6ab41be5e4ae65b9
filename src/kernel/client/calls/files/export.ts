import type { Access } from '#kernel/contract/access.ts';
import { filePort } from './file-port.ts';
import { markStale } from '../queries/query.ts';

/** Export button of a list: a job writes all pages with the list's filters. */
export function exportOf(type: string): { can: Access; run: (input: object) => Promise<void> } {
  return {
    // A getter: screens are described before the console has started.
    get can() {
      const can = filePort().mayExport(type);
      if (!can) throw new Error(`no export type ${type}`);
      return can;
    },
    async run(input) {
      await filePort().startExport(type, input);
      markStale(['files']);
    },
  };
}
