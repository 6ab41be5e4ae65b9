import type { Plugin } from 'vite';

/** `about` as the first option of an endpoint or a list. */
const about =
  /((?:endpoint|list)\(\s*'[^']*',\s*\{)\s*about:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")\s*,?/g;

export const stripAbouts = (code: string): string => code.replaceAll(about, '$1');

/** Removes endpoint descriptions from browser bundles: the server's documentation has them. */
export const withoutAbouts = (): Plugin => ({
  name: 'without-abouts',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('.ts') && id.includes('/contract/') ? { code: stripAbouts(code), map: null } : undefined,
});
