import type { Plugin } from 'vite';

/** `about` as the first option of an endpoint or a list. */
const about =
  /((?:endpoint|list)\(\s*'[^']*',\s*\{)\s*about:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")\s*,?/g;

export const stripAbouts = (code: string): string => code.replaceAll(about, '$1');

/** What endpoints do is told by the documentation of the server; a browser need not load the sentences. */
export const withoutAbouts = (): Plugin => ({
  name: 'without-abouts',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('.ts') && id.includes('/contract/') ? { code: stripAbouts(code), map: null } : undefined,
});
