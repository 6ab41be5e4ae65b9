/** Frame of every public payment page: one inline style sheet, at most one small script. */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyReply } from 'fastify';
import { Html, html } from '#kernel/server/http/pages/html.ts';
import { css } from './style.ts';
import type { Spoken } from './words.ts';

const hash = createHash('sha256').update(css).digest('base64');
const style = new Html(`<style>${css}</style>`);

/** Created by the build; without it the pages still work. */
function scriptIn(folder: string): string | undefined {
  try {
    const name = readdirSync(folder).find((file) => /^pay-[\w-]+\.js$/.test(file));
    return name && `/assets/${name}`;
  } catch {
    return undefined;
  }
}
const script = scriptIn(fileURLToPath(new URL('../../../../../../dist/assets/', import.meta.url)));

export interface Page {
  words: Spoken;
  title: string;
  body: Html;
  /** Origins this page's forms may lead to. */
  origins?: readonly string[];
}

export function send(reply: FastifyReply, { words, title, body, origins = [] }: Page, status = 200) {
  const page = html`<!doctype html>
    <html lang="${words.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${style}${script && html`<script type="module" src="${script}"></script>`}
      </head>
      <body>
        ${body}
      </body>
    </html>`;
  return reply
    .code(status)
    .headers({
      'Cache-Control': 'no-store',
      'Content-Security-Policy': [
        "default-src 'none'",
        `style-src 'sha256-${hash}'`,
        "script-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        `form-action 'self' ${origins.join(' ')}`,
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
    })
    .type('text/html; charset=utf-8')
    .send(page.text.replace(/\s*\n\s*/g, ' '));
}
