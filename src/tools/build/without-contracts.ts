import type { Plugin } from 'vite';

/** `contract: async () => (await import('./contract/breaks.ts')).breaks,` in a master registration. */
const contract = /^\s*contract: async \(\) =>\s*\(await import\('[^']+'\)\)\.\w+,$/gm;

export function stripContracts(code: string): string {
  const left = code.replaceAll(contract, '');
  if (/\bcontract:/.test(left))
    throw new Error('An entry of a list of masters names its contract otherwise.');
  return left;
}

/**
 * The server finds a master's endpoints by its registration. A browser loads them with the master's screen; by the
 * registration too, each contract would be a separate file.
 */
export const withoutContracts = (): Plugin => ({
  name: 'without-contracts',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) =>
    /\/contexts\/[^/]+\/masters\.ts$/.test(id) ? { code: stripContracts(code), map: null } : undefined,
});
