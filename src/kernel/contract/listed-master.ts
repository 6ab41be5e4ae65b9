/**
 * Registration of a master in the `masters.ts` of its context, read by the server, the console and the tools. Its
 * endpoints, handlers, table, events, unique fields, screen and menu item derive from it.
 */
import type { Access } from './access.ts';
import type { Domain } from './endpoint.ts';
import type { Flag } from './flags.ts';

interface Entry {
  /** Of its domain, such as `allocation-types`; its table is called so with underscores. */
  name: string;
  /** Excluded from browser bundles, see `tools/build/without-contracts.ts`. */
  contract: () => Promise<Domain>;
  /** Answers a component. */
  screen: () => Promise<() => unknown>;
  /** When it is not `/admin/<name>`. */
  path?: string;
  /** When it is not its name in capitals. */
  title?: string;
  /** One of the kit's icons. */
  icon?: string;
  /** Menu position, see `Screen`. */
  at?: number;
}

/** Which admins see it: holders of its list flag, or `can` where it has none. */
type Seen = { flag: Flag; can?: never } | { flag?: never; can: Access };

export type ListedMaster = Entry & Seen;

export const tableOf = ({ name }: Pick<ListedMaster, 'name'>): string => name.replaceAll('-', '_');

/** The endpoints of masters, by the name of their domain. */
export async function contractsOf(masters: readonly ListedMaster[]): Promise<Record<string, Domain>> {
  const all = masters.map(async ({ name, contract }): Promise<[string, Domain]> => [name, await contract()]);
  return Object.fromEntries(await Promise.all(all));
}
