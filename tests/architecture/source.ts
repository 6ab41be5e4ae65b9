/** Parses a file to its syntax tree, for the repository rules. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Syntax tree node; rules use few of its fields. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}
export interface Import {
  /** What is written: `./parse.ts`, `#kernel/contract/field.ts`, `pg`. */
  from: string;
  /** The file it leads to, from the project's root; a package or Node module as it is written. */
  to: string;
  isType: boolean;
  /** `import()`: fetched when it is needed, so it does not burden who names it. */
  isLazy: boolean;
}
export interface Source {
  path: string;
  text: string;
  tree: Node;
  imports: Import[];
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Every node below and including this one, with the nodes above it, nearest last. */
export function* walk(node: Node, above: readonly Node[] = []): Generator<[Node, readonly Node[]]> {
  yield [node, above];
  const inner = [...above, node];
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* walk(child, inner);
}

export const lineOf = ({ text }: Source, at: number): number => text.slice(0, at).split('\n').length;

function targetOf(path: string, from: string): string {
  if (from.startsWith('.')) return normalize(join(dirname(path), from));
  return from.startsWith('#') ? `src/${from.slice(1)}` : from;
}

/** The source of one file; `text` for a file that does not exist, such as a planted one. */
export function read(path: string, text = readFileSync(join(root, path), 'utf8')): Source {
  const { program, module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const imports = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      from: moduleRequest.value,
      isType: entries.length > 0 && entries.every(({ isType }) => isType),
      isLazy: false,
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest ? [{ from: moduleRequest.value, isType, isLazy: false }] : [],
      ),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
      from: text.slice(start + 1, end - 1),
      isType: false,
      isLazy: true,
    })),
  ].map((one) => ({ ...one, to: targetOf(path, one.from) }));
  return { path, text, tree: program as unknown as Node, imports };
}

export const filesOf = (pattern: string): string[] =>
  globSync(pattern, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.endsWith('.d.ts'))
    .sort();
