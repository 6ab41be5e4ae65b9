import type { Plugin } from 'vite';
import { startText } from '#text/en/start.ts';
import { startHindi } from '#text/hi/start.ts';

/** Time until a slow start shows a hint about the browser. */
const patience = '10s';

const inBoth = (english: string, hindi = ''): string => `<p>${english}</p><p lang="hi">${hindi}</p>`;

const rules = (nonce: string): string =>
  `<style nonce="${nonce}">body{margin:0}.start{max-width:36rem;margin:0 auto;padding:15vh 24px;font:1.1rem/1.6 system-ui,sans-serif}[inert]~.start,[inert]~noscript .start{position:fixed;inset:auto 0 0;margin:0;padding:8px 24px;background:Canvas}#no-storage:not([data-now]){display:none}#start:not([data-now]){visibility:hidden;animation:start 0s ${patience} forwards}@keyframes start{to{visibility:visible}}</style>`;

/**
 * A failing start shows why: without scripts immediately, with unparsable ones after a delay. A successful start
 * replaces the text; it needs no script, and no style of the build.
 */
export function startNote(styleNonce: string): Plugin {
  const said =
    `<div id="start" class="start">${inBoth(startText.tooOld, startHindi.tooOld)}</div>` +
    `<div id="no-storage" class="start" role="alert">${inBoth(startText.noStorage, startHindi.noStorage)}</div>` +
    `<noscript><style nonce="${styleNonce}">#start{display:none}</style>` +
    `<div class="start">${inBoth(startText.noScript, startHindi.noScript)}</div></noscript>`;
  return {
    name: 'recoup:start-note',
    transformIndexHtml: (html) =>
      html
        .replace('</head>', `${rules(styleNonce)}</head>`)
        .replace('<div id="root"></div>', `<div id="root">${said}</div>`),
  };
}
