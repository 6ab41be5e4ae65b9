import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

type Chunk = Rolldown.OutputChunk;
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
    (one): one is Chunk => one.type === 'chunk' && Boolean(one.facadeModuleId?.endsWith(source)),
  );
}

const attributes = (href: string): Record<string, string> =>
  href.endsWith('.css') ? { rel: 'stylesheet', href } : { rel: 'modulepreload', crossorigin: '', href };

/**
 * The sign-in page's few kilobytes travel beside the first script instead of after it, and the page knows the
 * console's files, to fetch them while somebody types.
 */
export function authFirst(): Plugin {
  return {
    name: 'recoup:auth-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }): HtmlTagDescriptor[] {
        if (!bundle) return [];
        const page = chunkOf(bundle, signIn);
        const app = chunkOf(bundle, console);
        if (!page || !app) throw new Error(`The build has no chunk for ${page ? console : signIn}`);
        const entry = Object.values(bundle).find((one) => one.type === 'chunk' && one.isEntry) as Chunk;
        const loaded = closure(bundle, entry);
        const first = closure(bundle, page).filter((file) => !loaded.includes(file));
        const later = closure(bundle, app).filter((file) => !loaded.includes(file) && !first.includes(file));
        const files = later.map((file) => `/${file}`).join(' ');
        return [
          ...first.map((file) => ({
            tag: 'link',
            attrs: attributes(`/${file}`),
            injectTo: 'head' as const,
          })),
          { tag: 'meta', attrs: { name: 'console-files', content: files }, injectTo: 'head' },
        ];
      },
    },
  };
}
