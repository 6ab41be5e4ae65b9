import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

type Graph = Parameters<Rolldown.CodeSplittingNameFunction>[1];

const file = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
/** What a stranger sees is small and stays as it is. */
const strangers = [
  'client/main.ts',
  'client/auth/pages.ts',
  'client/auth/ask.ts',
  'client/auth/strangers.ts',
];
/** What is always loaded together, in this order: a later part leaves out what an earlier one brought. */
const parts = {
  shell: 'client/app/console.tsx',
  // What the phone keeps of loans is read without the screens that show them.
  'loans-contract': 'contract/loans.ts',
  list: 'client/ui/list-screen.tsx',
  form: 'client/ui/form.tsx',
  loans: 'client/features/loans/loans.screen.tsx',
};

function addClosure(graph: Graph, start: string, to: Map<string, string | null>, name: string | null): void {
  const waiting = [start];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    // A package is imported by its index, which names far more than is used of it.
    if (to.has(id) || id.includes('node_modules')) continue;
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
      for (const path of strangers) addClosure(graph, file(path), partOf, null);
      for (const [name, path] of Object.entries(parts)) addClosure(graph, file(path), partOf, name);
    }
    return partOf.get(id) ?? null;
  };
}
