import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

type Graph = Parameters<Rolldown.CodeSplittingNameFunction>[1];

const file = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
/** What a stranger sees is small and stays as it is. */
const strangers = [
  'app/client/main.ts',
  'contexts/agency/client/sign-in/pages.ts',
  'contexts/agency/client/sign-in/ask.ts',
  'contexts/agency/client/sign-in/strangers.ts',
];
/**
 * What is always loaded together, in this order: a later part leaves out what an earlier one brought. `within` keeps what
 * other screens use too out of a part, so that they need not load it.
 */
const parts: Record<string, { from: string; within?: string }> = {
  shell: { from: 'app/client/console.tsx' },
  // What the phone keeps of loans is read without the screens that show them.
  'loans-contract': { from: 'contexts/loans/contract/loans.ts' },
  shelf: { from: 'contexts/sync/client/cache/shelf.ts' },
  list: { from: 'kernel/ui/list/list-screen.tsx' },
  form: { from: 'kernel/ui/form/form.tsx' },
  loans: { from: 'contexts/loans/client/loans.screen.tsx' },
  borrower: {
    from: 'contexts/loans/client/borrower/borrower.screen.tsx',
    within: 'contexts/loans/client/borrower/',
  },
};

function addClosure(
  graph: Graph,
  to: Map<string, string | null>,
  name: string | null,
  { from, within = '' }: { from: string; within?: string },
): void {
  const waiting = [file(from)];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    // A package is imported by its index, which names far more than is used of it.
    if (to.has(id) || id.includes('node_modules') || !id.includes(within)) continue;
    to.set(id, name);
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
}

/**
 * One chunk instead of dozens for what every start of the console loads: on a cheap phone each file costs more in asking
 * for it than in reading it.
 */
export function startChunks(): Rolldown.CodeSplittingNameFunction {
  let partOf: Map<string, string | null> | undefined;
  return (id, graph) => {
    if (!partOf) {
      partOf = new Map();
      for (const from of strangers) addClosure(graph, partOf, null, { from });
      for (const [name, part] of Object.entries(parts)) addClosure(graph, partOf, name, part);
    }
    return partOf.get(id) ?? null;
  };
}
