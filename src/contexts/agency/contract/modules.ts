/** Sidebar modules with their flags; a module is visible with any of its flags. */
import { type Flag, flags } from '#kernel/contract/flags.ts';
import type { Actor } from '#kernel/contract/access.ts';

const words: Readonly<Record<string, RegExp>> = {
  Dashboard: /dashboard|client_performance/,
  Roles: /_role/,
  Permissions: /permissions/,
  Users: /^(add|edit|export|list)_user$|user_(extension_)?dropdown/,
  Portfolios: /portfolio/,
  Clients: /^(add|edit|list)_client(_dropdown)?$/,
  Campaigns: /campaign/,
  Centers: /center/,
  Breaks: /break/,
  Dispositions: /disposition|export_summary/,
  'Allocation Types': /allocation/,
  Borrowers: /borrower_(tag|profile|history|collection)|reveal_contact/,
  Payments: /list_payment|cash_deposits/,
  Settlements: /settlement|view_attachments/,
  Communications: /communication_tracker/,
  Reports: /agent_(activity|productivity|live_status|collection)/,
  Files: /upload_|export_files/,
  'Do not call': /dnc/,
  Places: /state_dropdown|city_dropdown/,
  // A new flag without a matching pattern can still be granted here.
  Other: /./,
};

export interface PermissionModule {
  name: string;
  flags: readonly Flag[];
}

/** Each flag belongs to the first module with a matching pattern. */
export const modules: readonly PermissionModule[] = (() => {
  const left = new Set<Flag>(flags);
  const all = Object.entries(words).map(([name, pattern]) => {
    const own = [...left].filter((flag) => pattern.test(flag));
    for (const flag of own) left.delete(flag);
    return { name, flags: own };
  });
  return all.filter((module) => module.flags.length > 0);
})();

export const modulesFor = (actor: Actor): string[] =>
  modules
    .filter((module) => actor.slug === 'system_admin' || module.flags.some((flag) => actor.flags.has(flag)))
    .map((module) => module.name);
