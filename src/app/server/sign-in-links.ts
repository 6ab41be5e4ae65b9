/** Demo sign-in links by role: each works once, on this machine only. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { lifetimeOf } from '#contexts/agency/server/session/rules.ts';
import { personByEmail, startSession } from '#contexts/agency/server/session/store.ts';
import type { Database } from '#kernel/server/database/database.ts';
import { setCookie } from '#kernel/server/http/session-cookie.ts';
import { eventLog } from '#kernel/server/live/event.ts';
import type { Sender } from '#kernel/contract/events/sender.ts';

const path = '/demo/sign-in';
const ownMachine = /^(127\.|::1$|::ffff:127\.)/u;

interface Account {
  role: string;
  email: string;
}
/** Path of a link, by role. */
export type SignInLinks = readonly { role: string; path: string }[];

/** A session of an account of the demo, without its password. */
export const sessionFor = (
  database: Database,
  o: { email: string; request: Sender },
): Promise<{ token: string; seconds: number | undefined } | undefined> =>
  database.transaction(async (tx) => {
    const person = await personByEmail(tx, o.email);
    if (!person?.isActive) return undefined;
    const life = lifetimeOf(person.roleType, false);
    const { token } = await startSession(tx, {
      userId: person.id,
      life,
      remember: false,
      userAgent: o.request.userAgent,
      origin: o.request.ip,
      withCode: false,
    });
    const events = eventLog(person.id, o.request);
    events.emit('session.started', { id: person.id, facts: { remember: false }, to: [] });
    await events.flush(tx, []);
    return { token, seconds: life.cookieSeconds };
  });

export function addSignInLinks(
  app: FastifyInstance,
  o: { database: Database; isSecure: boolean; accounts: readonly Account[] },
): SignInLinks {
  const open = new Map<string, string>();
  const links = o.accounts.map(({ role, email }) => {
    const token = randomBytes(18).toString('base64url');
    open.set(token, email);
    return { role, path: `${path}/${token}` };
  });
  app.get(`${path}/:token`, { config: { endpoint: 'demo.signIn' } }, async (request, reply) => {
    const { token } = request.params as { token: string };
    const email = open.get(token);
    // Used and foreign links get the same response: the password sign-in page.
    if (!email || !ownMachine.test(request.socket.remoteAddress ?? '')) return reply.redirect('/login');
    open.delete(token);
    const session = await sessionFor(o.database, {
      email,
      request: { id: request.id, ip: request.ip, userAgent: request.headers['user-agent'] ?? '' },
    });
    if (session) setCookie(reply, o.isSecure, session.token, session.seconds);
    return reply.header('Cache-Control', 'no-store').redirect(session ? '/' : '/login');
  });
  return links;
}
