/** Who may import whom: the table of the house style as data. */
import type { Import, Source } from './source.ts';

interface Layer {
  name: string;
  /** The files of the layer; a group named `part` is one domain, feature or port among its siblings. */
  files: RegExp;
  /** What it may import beside itself. */
  may: readonly RegExp[];
}

const contract = /^src\/contract\//;
const text = /^src\/text\//;
const serverKernel = /^src\/server\/kernel\//;
const clientKernel = /^src\/client\/kernel\//;
const offline = /^src\/client\/offline\//;
const node = /^node:/;
const zod = /^zod\/mini$/;
const packages = /^(?!node:|src\/|sw\/|tests\/)[@a-z]/;
const startSentences = /^src\/server\/(startup-failure|config)\.ts$/;

/** The first layer a file belongs to counts. */
const layers: readonly Layer[] = [
  { name: 'contract', files: contract, may: [zod] },
  { name: 'text', files: text, may: [contract] },
  { name: 'server/kernel', files: serverKernel, may: [contract, text, packages, node] },
  {
    name: 'server/domains',
    files: /^src\/server\/domains\/(?<part>[^/]+)\//,
    // A domain knows what a provider can do, never which one it is; words that leave by mail or file are text too.
    may: [contract, text, serverKernel, /^src\/server\/providers\/[^/]+\/port\.ts$/, packages, node],
  },
  {
    name: 'server/providers',
    files: /^src\/server\/providers\/(?<part>[^/]+)\//,
    may: [contract, text, serverKernel, packages, node],
  },
  {
    name: 'server/db',
    files: /^src\/server\/db\//,
    may: [text, serverKernel, startSentences, packages, node],
  },
  {
    name: 'server/tls',
    files: /^src\/server\/tls\//,
    may: [text, serverKernel, packages, node],
  },
  {
    name: 'server/demo',
    files: /^src\/server\/demo\//,
    may: [contract, text, serverKernel, /^src\/server\/db\//, packages, node],
  },
  { name: 'server start sentences', files: startSentences, may: [text, packages, node] },
  {
    name: 'server composition root',
    files: /^src\/server\/(app|background|exports|live|main|public)\.ts$/,
    may: [contract, text, /^src\/server\//, packages, node],
  },
  {
    name: 'client/kernel',
    files: clientKernel,
    may: [contract, /^src\/text\/[a-z]+\/failures\.ts$/, packages],
  },
  {
    name: 'client/ui',
    files: /^src\/client\/ui\//,
    may: [/^src\/contract\/kernel\//, /^src\/text\/[a-z]+\/(kit|moments)\.ts$/, clientKernel, packages],
  },
  {
    name: 'client/offline core',
    files: /^src\/client\/offline\/(drain|item|outbox-core|ports|rules|transitions)\.ts$/,
    may: [contract],
  },
  {
    name: 'client/offline',
    files: offline,
    // Its adapters: to IndexedDB, to calls, and to the page.
    may: [contract, /^src\/text\/[a-z]+\/(pin|queue(-screen)?|rescue)\.ts$/, clientKernel, /^(idb|react)$/],
  },
  {
    name: 'client/auth',
    files: /^src\/client\/auth\//,
    // The route table is data: which addresses exist is said once.
    may: [contract, text, clientKernel, /^src\/client\/app\/screens\.ts$/],
  },
  {
    name: 'client/features',
    files: /^src\/client\/features\/(?<part>[^/]+)\//,
    may: [contract, text, clientKernel, /^src\/client\/ui\//, offline, packages],
  },
  {
    name: 'client/app',
    files: /^src\/client\/app\//,
    may: [contract, text, /^src\/client\/(?!main)/, packages],
  },
  {
    name: 'client/main',
    files: /^src\/client\/main\.tsx?$/,
    may: [contract, text, /^src\/client\//, packages],
  },
  { name: 'pay', files: /^src\/pay\//, may: [contract, text, packages] },
  { name: 'sw', files: /^sw\//, may: [contract, text, offline, /^workbox-/] },
  { name: 'tools', files: /^src\/tools\//, may: [/./] },
];

const layerOf = (path: string): Layer | undefined => layers.find(({ files }) => files.test(path));
const partOf = (layer: Layer, path: string): string | undefined => layer.files.exec(path)?.groups?.part;

function isAllowed(layer: Layer, path: string, to: string): boolean {
  const own = layer.files.test(to) && partOf(layer, to) === partOf(layer, path);
  return own || layer.may.some((allowed) => allowed.test(to));
}

/** Nothing is above the roots, and styles belong to whoever shows them. */
const fault = (layer: Layer, path: string, { from, to }: Import): string | undefined => {
  if (to.endsWith('.css') || to.startsWith('virtual:')) return undefined;
  if (/^src\/(server\/(app|main)|client\/main)\.tsx?$/.test(to) && path !== 'src/server/main.ts')
    return `${path} imports ${from}: nobody imports a composition root`;
  return isAllowed(layer, path, to) ? undefined : `${path} imports ${from}: not for ${layer.name}`;
};

/** Imports that go against the table, and files that stand nowhere in it. */
export function wrongImports({ path, imports }: Source): string[] {
  const layer = layerOf(path);
  if (!layer) return [`${path} is in no layer`];
  return imports.flatMap((one) => fault(layer, path, one) ?? []);
}

/** Files and packages that come along with a file; imports of types and lazy ones weigh nothing. */
export function reachOf(start: string, sources: ReadonlyMap<string, Source>): Set<string> {
  const reached = new Set<string>();
  const waiting = [start];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    const eager = sources.get(path)?.imports.filter(({ isType, isLazy }) => !isType && !isLazy) ?? [];
    waiting.push(...eager.map(({ to }) => to));
  }
  return reached;
}
