/** Import rules: contexts, the kernel below them and the app above, as data. */
import { modules } from '../../src/app/server/modules.ts';
import type { Import, Source } from './source.ts';

interface Layer {
  name: string;
  files: RegExp;
  /** Permitted imports outside itself. */
  may: readonly RegExp[];
}

const kernelContract = /^src\/kernel\/contract\//;
const kernelServer = /^src\/kernel\/server\//;
const kernelClient = /^src\/kernel\/client\//;
/** Rules of loans that their lists and the borrower page share. */
const sharedOfLoans = /^src\/contexts\/loans\/client\/(paid-off-reason|payment-status)\.ts$/;
const kernelUi = /^src\/kernel\/ui\//;
const kernelOffline = /^src\/kernel\/offline\//;
const phone = /^src\/phone\//;
const sharedText = /^src\/text\//;
const anyText = /^src\/(text|contexts\/[^/]+\/text)\//;
const anyContract = /^src\/(kernel|contexts\/[^/]+)\/contract\//;
const listOfMasters = /^src\/contexts\/[^/]+\/masters\.ts$/;
const node = /^node:/;
const zod = /^zod\/mini$/;
const packages = /^(?!node:|src\/|sw\/|tests\/)[@a-z]/;

/** The first matching layer applies. */
const layers: readonly Layer[] = [
  { name: 'kernel/contract', files: kernelContract, may: [zod] },
  { name: 'text', files: sharedText, may: [kernelContract] },
  { name: 'kernel/server', files: kernelServer, may: [kernelContract, sharedText, packages, node] },
  {
    name: 'kernel/client',
    files: kernelClient,
    may: [kernelContract, /^src\/text\/[a-z]+\/failures\.ts$/, packages],
  },
  {
    name: 'kernel/ui',
    files: kernelUi,
    may: [
      kernelContract,
      /^src\/text\/[a-z]+\/(calendar|choices|kit|moments|views)\.ts$/,
      kernelClient,
      packages,
    ],
  },
  { name: 'kernel/offline', files: kernelOffline, may: [kernelContract, /^idb$/] },
  { name: 'contract of a context', files: /^src\/contexts\/[^/]+\/contract\//, may: [anyContract, zod] },
  { name: 'text of a context', files: /^src\/contexts\/[^/]+\/text\//, may: [anyContract, anyText] },
  {
    name: 'list of masters',
    files: listOfMasters,
    // It lazily opens only screens of its context.
    may: [kernelContract, sharedText, anyContract, /^src\/contexts\/[^/]+\/client\//],
  },
  {
    name: 'server of a context',
    files: /^src\/contexts\/[^/]+\/server\//,
    may: [
      anyContract,
      anyText,
      kernelServer,
      listOfMasters,
      /^src\/contexts\/[^/]+\/server\//,
      packages,
      node,
    ],
  },
  {
    name: 'sign-in pages',
    files: /^src\/contexts\/agency\/client\/sign-in\//,
    // The route table is data: addresses are defined once.
    may: [anyContract, anyText, kernelClient, /^src\/app\/client\/screens\/screens\.ts$/],
  },
  {
    name: 'outbox and caches of phones',
    files: phone,
    may: [anyContract, anyText, kernelClient, kernelOffline, /^(idb|react)$/],
  },
  {
    name: 'borrower page',
    files: /^src\/contexts\/borrower-page\/client\//,
    // It shows data of all contexts about a borrower; lists of loans share two of its rules.
    may: [
      anyContract,
      anyText,
      kernelClient,
      kernelUi,
      kernelOffline,
      listOfMasters,
      sharedOfLoans,
      phone,
      packages,
    ],
  },
  {
    name: 'client of a context',
    files: /^src\/contexts\/(?<context>[^/]+)\/client\//,
    // Offline writes of a screen use the outbox.
    may: [anyContract, anyText, kernelClient, kernelUi, kernelOffline, listOfMasters, phone, packages],
  },
  {
    name: 'demo',
    files: /^src\/app\/demo\//,
    // Loaded rows have the consequences that contexts give them.
    may: [
      anyContract,
      anyText,
      kernelServer,
      /^src\/app\/(server|database)\//,
      /^src\/contexts\/[^/]+\/server\//,
      packages,
      node,
    ],
  },
  {
    name: 'app',
    files: /^src\/app\//,
    may: [/^src\/(app|kernel|phone|contexts|text|language)\//, packages, node],
  },
  { name: 'language', files: /^src\/language\//, may: [anyContract] },
  { name: 'pay', files: /^src\/pay\//, may: [anyContract, anyText, packages] },
  {
    name: 'sw',
    files: /^sw\//,
    may: [anyContract, anyText, kernelOffline, phone, /^workbox-/],
  },
  { name: 'tools', files: /^src\/tools\//, may: [/./] },
];

const layerOf = (path: string): Layer | undefined => layers.find(({ files }) => files.test(path));
const roomOf = (path: string): { context: string; room: string } | undefined => {
  const [, context, room] =
    /^src\/contexts\/([^/]+)\/(contract|text|server|client|masters\.ts)(?:\/|$)/.exec(path) ?? [];
  return context && room ? { context, room } : undefined;
};

const needs = new Map(modules.map((one): [string, readonly string[]] => [one.name, one.needs]));

/** A context imports another's server only if declared as a need; screens are combined in the app. */
function isNeeded(path: string, to: string): boolean {
  const [from, other] = [roomOf(path), roomOf(to)];
  if (!from || !other || from.context === other.context) return true;
  if (other.room === 'client')
    return from.room === 'client' && (other.context === 'sync' || sharedOfLoans.test(to));
  if (other.room === 'masters.ts') return false;
  if (other.room !== 'server') return true;
  return needs.get(from.context)?.includes(other.context) ?? false;
}

/** Nothing is above the app, and styles belong to their component. */
const fault = (layer: Layer, path: string, { from, to }: Import): string | undefined => {
  if (to.endsWith('.css') || to.startsWith('virtual:')) return undefined;
  if (/^src\/app\/(server|client)\/(app|main)\.tsx?$/.test(to) && !path.startsWith('src/app/'))
    return `${path} imports ${from}: nobody imports a composition root`;
  const own = layer.files.test(to) && roomOf(path)?.context === roomOf(to)?.context;
  if (!own && !layer.may.some((allowed) => allowed.test(to)))
    return `${path} imports ${from}: not for ${layer.name}`;
  return isNeeded(path, to)
    ? undefined
    : `${path} imports ${from}: it does not say that it needs this context`;
};

/** Imports violating the table, and files outside of it. */
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
