/** Links with which a visitor of the demo is signed in as a role: each works once, on this machine only. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { lifetimeOf } from '#contexts/agency/server/session/rules.ts';
import { personByEmail, startSession } from '#contexts/agency/server/session/store.ts';
import type { Database } from '#kernel/server/database/database.ts';
import { setCookie } from '#kernel/server/http/session-cookie.ts';
import { eventLog } from '#kernel/server/live/event.ts';

const path = '/demo/sign-in';
const ownMachine = /^(127\.|::1$|::ffff:127\.)/u;

interface Account {
  role: string;
  email: string;
}
/** Path of a link, by role. */
export type SignInLinks = readonly { role: string; path: string }[];

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
    // A spent link and a link from elsewhere look the same: the page to sign in with a password.
    if (!email || !ownMachine.test(request.socket.remoteAddress ?? '')) return reply.redirect('/login');
    open.delete(token);
    const session = await o.database.transaction(async (tx) => {
      const person = await personByEmail(tx, email);
      if (!person?.isActive) return undefined;
      const life = lifetimeOf(person.roleType, false);
      const userAgent = request.headers['user-agent'] ?? '';
      const started = await startSession(tx, { userId: person.id, life, remember: false, userAgent });
      const events = eventLog(person.id, request.id);
      events.emit('session.started', { id: person.id, facts: { remember: false }, to: [] });
      await events.flush(tx, []);
      return { token: started, seconds: life.cookieSeconds };
    });
    if (session) setCookie(reply, o.isSecure, session.token, session.seconds);
    return reply.header('Cache-Control', 'no-store').redirect(session ? '/' : '/login');
  });
  return links;
}
