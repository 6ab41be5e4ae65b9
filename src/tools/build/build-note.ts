import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/**
 * One nonce for the style elements the console makes: in the page for the client, in build.json for the server's
 * policy. A page kept by the service worker cannot carry a nonce of its own for every answer.
 */
export function buildNote(styleNonce: string): Plugin {
  return {
    name: 'recoup:build-note',
    transformIndexHtml: (html) =>
      html.replace(
        '<meta name="style-nonce" content="" />',
        `<meta name="style-nonce" content="${styleNonce}" />`,
      ),
    generateBundle() {
      const source = JSON.stringify({ styleNonce, version });
      this.emitFile({ type: 'asset', fileName: 'build.json', source });
    },
  };
}
