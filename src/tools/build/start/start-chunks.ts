import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

type Group = Rolldown.CodeSplittingGroup;

/** A path that leads nowhere would silently make no chunk. */
function file(path: string): string {
  const at = fileURLToPath(new URL(`../../../${path}`, import.meta.url));
  if (!existsSync(at)) throw new Error(`No chunk can be made of ${path}: it is not there.`);
  return at;
}

/** Dependencies of these files, in a separate chunk; an earlier chunk owns shared ones. */
const part = (name: string, roots: readonly string[]): Group => {
  const ids = new Set(roots.map(file));
  return { name, test: (id) => ids.has(id) };
};

/**
 * One chunk instead of dozens for what every start loads: on a cheap phone a request is more expensive than parsing. A
 * chunk includes all its dependencies, with packages: if placed with a page, the chunk would depend on that page, and
 * the page on the chunk.
 */
export const startChunks: Group[] = [
  // React changes least between releases.
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
  // The public part is small and stable.
  part('guest', [
    'app/client/main.ts',
    // The sign-in page is not the console's, but shares these with it.
    'contexts/agency/text/en/session.ts',
    'kernel/client/session/fresh-sign-in.ts',
    'kernel/client/session/owed-sign-out.ts',
    'kernel/client/app/notices/notice-store.ts',
    // Hindi is merged before the console loads: its dependencies include no screens, which would have English titles.
    'text/plural.ts',
    'kernel/contract/india.ts',
  ]),
  part('api', ['contexts/agency/client/sign-in/ask.ts']),
  part('shell', [
    'app/client/console.tsx',
    'kernel/ui/list/list-states.tsx',
    'kernel/ui/list/when-seen.tsx',
    // Of home and of lists, which need nothing else of each other.
    'kernel/ui/parts/values/format.ts',
    'kernel/ui/parts/values/status-pill.tsx',
    'kernel/client/app/url.ts',
    'kernel/client/app/walk.ts',
    // A key on a button is home's and a form's.
    'kernel/ui/parts/menu/key.tsx',
    // One line of a sheet is a form's.
    'kernel/ui/parts/sheet/sheet.tsx',
    'kernel/client/calls/live/dialer-store.ts',
  ]),
  // Cached loans are readable without the screens that show them.
  part('contracts', [
    'contexts/loans/contract/loans.ts',
    'contexts/work/contract/today.ts',
    'contexts/work/contract/today-rules.ts',
    'contexts/work/contract/users-task.ts',
    'contexts/work/contract/borrower-dispositions.ts',
    'contexts/lenders/contract/dispositions.ts',
    'contexts/lenders/contract/option-values.ts',
    'contexts/contact/contract/contact-block.ts',
    'contexts/reporting/contract/dashboard.ts',
    'contexts/settlements/contract/settlements.ts',
  ]),
  part('dialer', [
    'contexts/dialer/contract/dialer.ts',
    'contexts/dialer/contract/standing.ts',
    'contexts/dialer/text/en/dialer.ts',
    'contexts/lenders/contract/campaigns.ts',
  ]),
  part('list', ['kernel/ui/list/list-screen.tsx']),
  part('loans', ['app/client/pages/borrowers.tsx']),
  part('home', ['app/client/pages/home.tsx']),
  // Otherwise an icon may be bundled with a page, on which earlier loads then depend.
  { name: 'icons', test: /node_modules[\\/]@tabler[\\/]/ },
  part('choices', ['phone/cache/choices.ts']),
  part('shelf', ['phone/cache/shelves/shelf.ts']),
  part('form', ['kernel/ui/form/form.tsx']),
  part('borrower', ['contexts/borrower-page/client/borrower.screen.tsx']),
].map((group, i, all) => ({ ...group, priority: all.length - i }));
