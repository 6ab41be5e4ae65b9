import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';
import { firstScreens } from '../../../app/first-screens.ts';

type Chunk = Rolldown.OutputChunk;
const main = 'src/app/client/main.ts';
const signIn = 'src/contexts/agency/client/sign-in/pages.ts';
const console = 'src/app/client/console.tsx';

/** A chunk and all it imports, files and styles. */
function closure(bundle: Rolldown.OutputBundle, start: Chunk): string[] {
  const found = new Set<string>();
  const visit = (chunk: Chunk): void => {
    if (found.has(chunk.fileName)) return;
    found.add(chunk.fileName);
    const meta = chunk.viteMetadata;
    for (const style of meta?.importedCss ?? []) found.add(style);
    for (const name of chunk.imports) {
      const next = bundle[name];
      if (next?.type === 'chunk') visit(next);
    }
  };
  visit(start);
  return [...found];
}

function chunkOf(bundle: Rolldown.OutputBundle, source: string): Chunk | undefined {
  return Object.values(bundle).find(
    (one): one is Chunk => one.type === 'chunk' && one.moduleIds.some((id) => id.endsWith(source)),
  );
}

const address = (name: string): string => `/${name}`;

const attributes = (href: string): Record<string, string> =>
  href.endsWith('.css') ? { rel: 'stylesheet', href } : { rel: 'modulepreload', crossorigin: '', href };

/** The files of a start, by who starts it: what is loaded in any case is in the page already. */
export function startFiles(bundle: Rolldown.OutputBundle) {
  const chunk = (source: string): Chunk => {
    const found = chunkOf(bundle, source);
    if (!found) throw new Error(`The build has no chunk for ${source}`);
    return found;
  };
  const entry = chunk(main);
  const inPage = closure(bundle, entry);
  const without = (files: string[], ...known: string[][]): string[] =>
    files.filter((name) => ![inPage, ...known].some((one) => one.includes(name)));
  const guest = without(closure(bundle, chunk(signIn)));
  const forConsole = without(closure(bundle, chunk(console)));
  const screens = Object.entries(firstScreens).map(([path, { files }]) => [
    path,
    without([...new Set(files.flatMap((one) => closure(bundle, chunk(one))))], forConsole).map(address),
  ]);
  return {
    guest: guest.map(address),
    console: forConsole.map(address),
    screens: Object.fromEntries(screens) as Record<string, string[]>,
  };
}

/**
 * Loads the sign-in page's small script in parallel with the first one, and includes the console's file names, to
 * prefetch them during typing.
 */
export function authFirst(): Plugin {
  return {
    name: 'recoup:auth-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }): HtmlTagDescriptor[] {
        if (!bundle) return [];
        const { guest, console: later } = startFiles(bundle);
        const files = later.filter((file) => !guest.includes(file)).join(' ');
        return [
          ...guest.map((file) => ({ tag: 'link', attrs: attributes(file), injectTo: 'head' as const })),
          { tag: 'meta', attrs: { name: 'console-files', content: files }, injectTo: 'head' },
        ];
      },
    },
  };
}
