/** Views in which a permission has an effect: those with screens checking it, from the sources. */
import { existsSync, globSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import { kitEndpoints } from '../../src/app/client/kit-endpoints.ts';
import { screens } from '../../src/app/client/screens/screens.ts';
import { exportTypes } from '../../src/kernel/contract/export-types.ts';
import { type Access, type RoleType, may, roleTypes } from '../../src/kernel/contract/access.ts';
import type { Endpoint } from '../../src/kernel/contract/endpoint.ts';
import { metaOf } from '../../src/kernel/contract/field.ts';
import { type Flag, flags } from '../../src/kernel/contract/flags.ts';
import { type Screen, shellOf } from '../../src/kernel/ui/module.ts';
import { type Node, type Source, read, root, walk } from './source.ts';

type Shell = ReturnType<typeof shellOf>;
const known = new Set<string>(flags);
const client = /^src\/(app\/client\/(shells|pages|palette)|kernel\/(ui|client)|contexts\/[^/]+\/client)\//;
/** They name the screens of all, or store rows on a phone for screens that are reached by themselves. */
const tables =
  /\/(module|masters|screens|current-screen)\.tsx?$|^src\/contexts\/sync\/client\/(cache|outbox)\//;

/** Parts that a screen of several shells shows in these alone. */
const partsOf: readonly [file: RegExp, shells: readonly Shell[]][] = [
  [/^src\/app\/client\/pages\/lead\.tsx$/, ['desk']],
  [/^src\/contexts\/loans\/client\/admin-tools\.tsx$/, ['admin']],
  // The exports of agents open the same details, without what belongs to an upload.
  [/^src\/contexts\/files\/client\/(file-details\.tsx|upload\/|undo\/|mend\/|questions\/)/, ['admin']],
];
const isIn = (file: string, shell: Shell): boolean =>
  partsOf.every(([part, shells]) => !part.test(file) || shells.includes(shell));

const sources = new Map<string, Source>();
const sourceOf = (path: string): Source => {
  const source = sources.get(path) ?? read(path);
  sources.set(path, source);
  return source;
};

const textOf = (path: string): string => (existsSync(join(root, path)) ? sourceOf(path).text : '');
const urlOf = (path: string): string => pathToFileURL(join(root, path)).href;

const importsIn = (text: string): string[] =>
  [...text.matchAll(/import[\w]*\(\s*['"]([^'"]+\.tsx?)['"]/g)].map(([, file = '']) => file);
/** Files by the path and shell of their screen: named by its `load`, or by a helper of its module that `load` calls. */
async function filesOfScreens(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const file of globSync('src/{app,contexts/*}/client/module.ts', { cwd: root })) {
    const { text } = sourceOf(file);
    const near = [text, textOf(file.replace('client/module.ts', 'masters.ts'))].join('\n');
    const written = importsIn(near).map((one) =>
      normalize(join(dirname(file), one.replace(/^\.\/client\//, './'))),
    );
    const module = (await import(/* @vite-ignore */ urlOf(file))) as Record<string, unknown>;
    for (const { path, shell, load } of Object.values(module).flat() as Screen[]) {
      if (typeof load !== 'function') continue;
      const code = String(load);
      const helper = /await (\w+)\(\)\)/.exec(code)?.[1];
      const asked = helper ? (text.split(new RegExp(`(?:const|function) ${helper}\\b`))[1] ?? '') : code;
      // With a module server instead of Node, the address starts at the root.
      const end = importsIn(asked)[0]?.replace(/^[./]*(src\/|client\/)?/, '');
      const known = written.find((one) => end && one.endsWith(`/${end}`));
      if (!known) throw new Error(`${file}: ${path} names no file`);
      found.set(`${shell} ${path}`, known);
    }
  }
  return found;
}
async function startsOf(shell: Shell): Promise<string[]> {
  const files = await filesOfScreens();
  const own = screens.filter((screen) => screen.shell === shell);
  return [
    `src/app/client/shells/${shell}-frame.tsx`,
    ...own.flatMap(({ path }) => {
      const known = files.get(`${shell} ${path}`);
      if (!known) throw new Error(`${shell} ${path} names no file`);
      return known;
    }),
  ];
}

function reached(shell: Shell, starts: readonly string[]): Set<string> {
  const seen = new Set(starts);
  for (const path of seen)
    for (const { to, isType } of sourceOf(path).imports)
      if (!isType && client.test(to) && /\.tsx?$/.test(to) && !tables.test(to) && isIn(to, shell))
        seen.add(to);
  return seen;
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'can' in value && 'path' in value;
/** Accesses within a value of a contract: of its endpoints, of flags it names. */
function accessesIn(value: unknown, depth = 0): Access[] {
  if (typeof value === 'string') return known.has(value) ? [value as Flag] : [];
  if (typeof value !== 'object' || value === null || depth > 3) return [];
  if ('admins' in value || 'roles' in value || 'any' in value || 'all' in value) return [value as Access];
  return Object.values(value).flatMap((one) => accessesIn(one, depth + 1));
}
/** The accesses of an endpoint: itself, the pickers of its fields, and the file of its list. */
function ofEndpoint(endpoint: Endpoint): Access[] {
  const pickers = Object.values(endpoint.takes.shape ?? {}).flatMap((field) => {
    const ref = metaOf(field as never)?.ref;
    const dropdown = ref ? kitEndpoints.dropdowns[ref] : undefined;
    return dropdown ? [dropdown.can] : [];
  });
  const exported = exportTypes.filter(({ of }) => of === endpoint.name).map(({ can }) => can);
  return [endpoint.can, ...pickers, ...exported];
}

/** Uses of an imported name: its properties, `undefined` where used entirely. */
const usesOf = (
  nodes: readonly (readonly [Node, readonly Node[]])[],
  local: string,
): (string | undefined)[] =>
  nodes.flatMap(([node, above]) => {
    if (node.type !== 'Identifier' || node.name !== local) return [];
    const parent = above.at(-1);
    if (!parent || /^(Import|TSTypeQuery|TSQualifiedName)/.test(parent.type)) return [];
    if (parent.type !== 'MemberExpression') return [undefined];
    if (parent.object !== node) return parent.computed === true ? [undefined] : [];
    return [parent.computed === true ? undefined : String((parent.property as Node).name)];
  });

/** Accesses used by one file: contracts that it imports, and names. */
async function accessesOf(path: string): Promise<Access[]> {
  const { text, tree } = sourceOf(path);
  const nodes = [...walk(tree)];
  const found: Access[] = nodes.flatMap(([node]) => (node.type === 'Literal' ? accessesIn(node.value) : []));
  const imports = /import\s*\{([^}]*)\}\s*from\s*'(#[^']*\/contract\/[^']+)'/g;
  for (const [, names = '', from = ''] of text.matchAll(imports)) {
    const module = (await import(/* @vite-ignore */ urlOf(`src/${from.slice(1)}`))) as Record<
      string,
      unknown
    >;
    for (const written of names.split(',')) {
      const [name = '', local = name] = written.trim().split(/\s+as\s+/);
      if (name === '' || name.startsWith('type ')) continue;
      const value = module[name];
      if (value === exportTypes) continue;
      const uses = usesOf(nodes, local.replace(/^.* /, ''));
      const parts = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
      for (const prop of new Set(uses)) {
        const used = prop === undefined ? Object.values(parts) : [parts[prop]];
        for (const one of used) found.push(...(isEndpoint(one) ? ofEndpoint(one) : accessesIn(one)));
      }
      if (isEndpoint(value)) found.push(...ofEndpoint(value));
      else if (typeof value !== 'function' && !Object.values(parts).some(isEndpoint))
        found.push(...accessesIn(value));
    }
  }
  return found;
}

/** Whether the flag decides the access for users of this View, with any other permissions. */
function decides(access: Access, flag: Flag, roleType: RoleType): boolean {
  const asks = (held: readonly Flag[]): boolean =>
    may({ id: 1, roleType, slug: 'some', flags: new Set<string>(held) }, access);
  const others = flags.filter((one) => one !== flag);
  return asks([]) !== asks([flag]) || asks(others) !== asks(flags);
}

export async function viewsOfFlags(): Promise<Map<Flag, RoleType[]>> {
  const asked = new Map<Shell, Access[]>();
  for (const shell of new Set(roleTypes.map(shellOf))) {
    const all = await Promise.all([...reached(shell, await startsOf(shell))].map(accessesOf));
    const own = screens.filter((screen) => screen.shell === shell).map(({ can }) => can);
    const distinct = new Map([...own, ...all.flat()].map((access) => [JSON.stringify(access), access]));
    asked.set(shell, [...distinct.values()]);
  }
  return new Map(
    flags.map((flag) => [
      flag,
      roleTypes.filter((type) => asked.get(shellOf(type))?.some((access) => decides(access, flag, type))),
    ]),
  );
}
