/** The development mailbox as a page: messages of the simulated carrier and letters, with their links, in a demo only. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { actorOf } from '#contexts/agency/server/session/authenticator.ts';
import type { Database } from '#kernel/server/database/database.ts';
import { Html, html } from '#kernel/server/http/pages/html.ts';
import { cookieValue } from '#kernel/server/http/session-cookie.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { momentWords } from '#text/en/moments.ts';
import { channelName } from '#text/en/channels.ts';
import { mailboxText as say } from '#contexts/messaging/text/en/mailbox.ts';

interface Sent {
  at: string;
  channel: string;
  to: string;
  status: string;
  text: string;
}
const most = 100;

/** Queued messages of unsent files are not shown; e-mails come from the mailbox table. */
const sentOf = (database: Database, q: string): Promise<Sent[]> =>
  database.rows<Sent>(sql`
    select * from (
      (select created_at as at, channel, coalesce(mobile, '') as "to", status, coalesce(message, '') as text
        from messages where channel <> 'email' and status <> 'stored'
          and (${q} = '' or strpos(lower(coalesce(mobile, '') || ' ' || coalesce(message, '')), lower(${q})) > 0)
        order by id desc limit ${most})
      union all
      (select at, 'email', recipient, 'delivered', subject || E'\\n' || body from mailbox
        where ${q} = '' or strpos(lower(recipient || ' ' || subject || ' ' || body), lower(${q})) > 0
        order by id desc limit ${most})
    ) x order by at desc limit ${most}`);

const link = /(https?:\/\/[^\s<>"]+)/;
const withLinks = (text: string): Html[] =>
  text.split(link).map((part, i) => (i % 2 ? html`<a href="${part}">${part}</a>` : html`${part}`));

const css =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;padding:16px;max-width:960px}' +
  'ul{list-style:none;padding:0}li{border-top:1px solid;padding:12px 0}pre{font:inherit;margin:0;white-space:pre-wrap;overflow-wrap:anywhere}' +
  'input,button{font:inherit;min-height:44px;padding:0 12px}input{max-width:100%}' +
  'form{display:flex;flex-wrap:wrap;gap:8px;align-items:end}label{display:grid}a{color:inherit}';
const hash = createHash('sha256').update(css).digest('base64');

function send(reply: FastifyReply, body: Html, status = 200): FastifyReply {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${say.title}</title>
        <link rel="icon" href="data:," />
        ${new Html(`<style>${css}</style>`)}
      </head>
      <body>
        <main>
          <h1>${say.title}</h1>
          ${body}
        </main>
      </body>
    </html>`;
  return reply
    .code(status)
    .headers({
      'Cache-Control': 'no-store',
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    })
    .type('text/html; charset=utf-8')
    .send(page.text);
}

const named = (names: Readonly<Record<string, string>>, word: string): string => names[word] ?? word;
function rows(sent: readonly Sent[], q: string): Html {
  if (sent.length === 0) return html`<p>${q ? say.noneFound : say.none}</p>`;
  const lines = sent.map(({ at, channel, to, status, text }) => {
    const about = `${channelName(channel)} · ${to} · ${named(say.statuses, status)}`;
    return html`<li>
      <b>${about}</b> <small>${momentWords(new Date(at), true)}</small>
      <pre>${withLinks(text)}</pre>
    </li>`;
  });
  return html`<ul>
    ${lines}
  </ul>`;
}

/** Letters with links that set a password are among them: an administrator's only. */
export function addMailboxPage(app: FastifyInstance, o: { database: Database; isSecure: boolean }): void {
  const mayRead = async (request: FastifyRequest): Promise<boolean> => {
    const token = cookieValue(request, o.isSecure);
    const actor = token ? await actorOf(o.database, token) : null;
    return actor?.roleType === 'system_admin' || actor?.roleType === 'admin';
  };
  app.get('/dev/messages', { config: { endpoint: 'dev.messages' } }, async (request, reply) => {
    if (!(await mayRead(request)))
      return send(
        reply,
        html`<p>${say.signIn}</p>
          <p><a href="/login">${say.login}</a></p>`,
        401,
      );
    const asked = (request.query as { q?: unknown }).q;
    const q = typeof asked === 'string' ? asked.trim() : '';
    const sent = await sentOf(o.database, q);
    return send(
      reply,
      html`<p>${say.explain}</p>
        <form method="get">
          <label>${say.search}<input name="q" value="${q}" /></label><button>${say.find}</button>
        </form>
        ${rows(sent, q)}`,
    );
  });
}
