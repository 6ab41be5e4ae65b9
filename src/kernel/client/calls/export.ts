import type { Access } from '#kernel/contract/access.ts';
import { filePort } from './file-port.ts';
import { markStale } from './query.ts';

/** The export button of a list: a job writes what the list was asked for, every page of it. */
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
