/** Page shown where no agency responds: self-contained, because no agency's files can be served. */
import { createHash } from 'node:crypto';
import { Html, html } from '#kernel/server/http/pages/html.ts';
import { startupText } from '#text/en/program/startup.ts';

const style = `:root{color-scheme:light dark;--ink:#0f1714;--quiet:#4d5b55;--ground:#f4f6f5;--sheet:#fff;--line:#e3e8e6}
@media (prefers-color-scheme:dark){:root{--ink:#eef3f1;--quiet:#a7b3ae;--ground:#0a110f;--sheet:#111a17;--line:#24302b}}
body{margin:0;min-height:100dvh;display:grid;place-items:center;background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{box-sizing:border-box;width:min(30rem,100% - 32px);padding:28px 24px;border:1px solid var(--line);border-radius:16px;background:var(--sheet)}
svg{display:block;width:40px;height:40px}
h1{margin:16px 0 8px;font-size:1.25rem;line-height:1.35;overflow-wrap:break-word}
p{margin:0;color:var(--quiet)}`;
/** Nothing else runs or loads on it. */
export const closedPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'`;

const sign = new Html(
  '<svg viewBox="0 0 48 48" aria-hidden="true"><rect width="48" height="48" rx="12" fill="#00785d"/><path d="M35 24a11 11 0 1 1-4-8.5M32 9v7.5h-7.5" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/></svg>',
);

/** `againS`: reload interval of the page in seconds. */
export const closedPage = (why: string, againS: number | undefined): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        ${againS !== undefined && html`<meta http-equiv="refresh" content="${againS}" />`}
        <title>Recoup</title>
        ${new Html(`<style>${style}</style>`)}
      </head>
      <body>
        <main>
          ${sign}
          <h1>${why}</h1>
          <p>${againS === undefined ? startupText.agencies.nothingPaid : startupText.agencies.looksAgain}</p>
        </main>
      </body>
    </html>`.text;
