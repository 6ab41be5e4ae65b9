import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

type Group = Rolldown.CodeSplittingGroup;

/** A path that leads nowhere would silently make no chunk. */
function file(path: string): string {
  const at = fileURLToPath(new URL(`../../${path}`, import.meta.url));
  if (!existsSync(at)) throw new Error(`No chunk can be made of ${path}: it is not there.`);
  return at;
}

/** What these files need, in a chunk of its own; an earlier part keeps what a later one needs too. */
const part = (name: string, roots: readonly string[]): Group => {
  const ids = new Set(roots.map(file));
  return { name, test: (id) => ids.has(id) };
};

/**
 * One chunk instead of dozens for what every start loads: on a cheap phone each file costs more in asking for it than in
 * reading it. A chunk takes along all its files need, packages too: left beside some page, the chunk would wait for
 * that page, and the page for the chunk.
 */
export const startChunks: Group[] = [
  // React changes least between releases.
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
  // What a stranger sees is small and stays as it is.
  part('guest', [
    'app/client/main.ts',
    // The sign-in page is not the console's, but shares these with it.
    'contexts/agency/text/en/session.ts',
    'kernel/client/session/fresh-sign-in.ts',
    'kernel/client/session/owed-sign-out.ts',
    'kernel/client/app/notice-store.ts',
    // Hindi is laid over English before the console is there: what it needs brings no screens whose titles would be English.
    'text/plural.ts',
    'kernel/contract/india.ts',
  ]),
  part('api', ['contexts/agency/client/sign-in/ask.ts']),
  part('shell', [
    'app/client/console.tsx',
    'kernel/ui/list/list-states.tsx',
    'kernel/ui/list/when-seen.tsx',
    // Of home and of lists, which need nothing else of each other.
    'kernel/ui/parts/format.ts',
    'kernel/ui/parts/status-pill.tsx',
    'kernel/client/app/url.ts',
    'kernel/client/app/walk.ts',
    // A key on a button is home's and a form's.
    'kernel/ui/parts/key.tsx',
    // One line of a sheet is a form's.
    'kernel/ui/parts/sheet.tsx',
    'kernel/client/calls/dialer-store.ts',
  ]),
  // What the phone keeps of loans is read without the screens that show them.
  part('contracts', [
    'contexts/loans/contract/loans.ts',
    'contexts/work/contract/today.ts',
    'contexts/work/contract/today-rules.ts',
    'contexts/work/contract/users-task.ts',
    'contexts/work/contract/borrower-dispositions.ts',
    'contexts/lenders/contract/dispositions.ts',
    'contexts/lenders/contract/option-values.ts',
    'contexts/contact/contract/contact-block.ts',
  ]),
  // Of the start and of screens that must not load it for them.
  part('figures', [
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
  // Left to itself an icon may be put beside a page, which what is loaded before that page then waits for.
  { name: 'icons', test: /node_modules[\\/]@tabler[\\/]/ },
  part('choices', ['contexts/sync/client/cache/choices.ts']),
  part('shelf', ['contexts/sync/client/cache/shelf.ts']),
  part('form', ['kernel/ui/form/form.tsx']),
  part('borrower', ['contexts/borrower-page/client/borrower.screen.tsx']),
].map((group, i, all) => ({ ...group, priority: all.length - i }));
