import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { startFiles } from './start/auth-first.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/**
 * A nonce for the console's style elements: in the page for the client, in build.json for the CSP. Also the files of a
 * start. A page cached by the service worker cannot have a nonce per response.
 */
export function buildNote(styleNonce: string): Plugin {
  return {
    name: 'recoup:build-note',
    enforce: 'post',
    transformIndexHtml: (html) =>
      html.replace(
        '<meta name="style-nonce" content="" />',
        `<meta name="style-nonce" content="${styleNonce}" />`,
      ),
    generateBundle(_, bundle) {
      const source = JSON.stringify({ styleNonce, version, start: startFiles(bundle) });
      this.emitFile({ type: 'asset', fileName: 'build.json', source });
    },
  };
}
