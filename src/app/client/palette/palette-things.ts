/** Results of ⌘K: screens by name, loans by name or number, and global actions. */
import { useDebouncedValue } from '@mantine/hooks';
import { loans } from '#contexts/loans/contract/loans.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { useActor } from '#kernel/client/session/session.tsx';
import type { IconName } from '#kernel/ui/parts/icon.tsx';
import { appText } from '#text/en/app.ts';
import { openShortcuts, openWords } from './keyboard-store.ts';
import { screensFor } from '../menu.ts';
import { shellOf } from '#kernel/ui/module.ts';
import { totalText } from '#kernel/ui/parts/values/format.ts';

interface Thing {
  key: string;
  title: string;
  /** Small, next to the title. */
  about?: string;
  icon: IconName;
  /** Where it leads, or what it does. */
  to: string | (() => void);
}

const fewest = 3;
const shown = 6;
/** Debounce before loans are searched, in milliseconds. */
const pause = 200;

const acts: readonly Thing[] = [
  { key: 'shortcuts', title: appText.shortcuts, icon: 'keyboard', to: openShortcuts },
  { key: 'words', title: appText.words, icon: 'file', to: openWords },
];

function useLoans(typed: string): Thing[] {
  const actor = useActor();
  const [q] = useDebouncedValue(typed.trim(), pause);
  const enabled = q.length >= fewest && shellOf(actor.roleType) !== 'portal';
  const { data } = useRead(
    loans.list,
    { q, page: 1, size: shown, part: 'rows' },
    { enabled, keepPrevious: true },
  );
  if (!enabled || !data) return [];
  return data.rows.map(({ id, loanBorrower, loanNumber, client, ...loan }) => ({
    key: `loan-${id}`,
    title: loanBorrower.name,
    about: `${loanNumber} · ${client.name} · ${totalText(loan)}`,
    icon: 'people',
    to: `/view-borrower?id=${id}`,
  }));
}

export function useThings(typed: string): Thing[] {
  const actor = useActor();
  const found = useLoans(typed);
  const wanted = typed.trim().toLowerCase();
  const isNamed = ({ title }: { title: string }): boolean => title.toLowerCase().includes(wanted);
  const screens = screensFor(actor)
    .filter((screen) => screen.menu && isNamed(screen))
    .map(({ path, title, icon }): Thing => ({ key: path, title, icon, to: path }));
  return [...screens, ...found, ...acts.filter(isNamed)];
}
