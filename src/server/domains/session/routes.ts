import { flags } from '#contract/flags.ts';
import { Failure } from '#contract/kernel/failure.ts';
import { modulesFor } from '#contract/modules.ts';
import { type CurrentUser, session } from '#contract/session.ts';
import type { Database } from '#server/kernel/database.ts';
import { eventLog, signal } from '#server/kernel/event.ts';
import { type Context, type Route, implement } from '#server/kernel/implement.ts';
import { countFailure, forgetFailures, refuseIfWaiting } from '#server/kernel/throttle.ts';
import { hashChosen, isPassword } from './passwords.ts';
import { lifetimeOf, linkLimits, loginLimits } from './rules.ts';
import * as store from './store.ts';

/** Sends a link to a person, after the transaction that minted it. */
export type SendLink = (
  tx: Context['tx'],
  to: store.Person,
  purpose: 'invitation' | 'reset',
  token: string,
) => Promise<void>;

const userOf = (p: Omit<store.Person, 'passwordHash' | 'isActive'>): CurrentUser => ({
  id: p.id,
  agentId: p.id,
  firstName: p.firstName,
  lastName: p.lastName,
  email: p.email,
  userName: p.email,
  roleName: p.roleName,
  roleType: p.roleType,
  slug: p.slug,
});

/** A refusal that must outlive the refused transaction: the failure is counted and the event kept. */
async function refuse(
  database: Database,
  context: Context,
  limits: ReturnType<typeof loginLimits>,
  userId?: number,
) {
  await countFailure(database, limits);
  const events = eventLog(userId ?? null, context.request.id);
  events.emit('session.refused', { facts: { reason: userId ? 'password' : 'unknown' }, to: [] });
  await database.transaction((tx) => events.flush(tx, []));
}

async function choosePassword(tx: Context['tx'], person: store.Person, password: string): Promise<void> {
  await store.storePassword(tx, person.id, await hashChosen(password, person));
}

interface Deps {
  database: Database;
  sendLink: SendLink;
  /** What else ends when somebody signs out (G052). */
  leave: (context: Context) => Promise<void>;
}

export const sessionRoutes = (deps: Deps): Route[] =>
  implement(session, {
    async login({ email, password, remember = false }, context) {
      const { tx, emit, request } = context;
      const limits = loginLimits(email, request.ip);
      await refuseIfWaiting(tx, limits);
      const person = await store.personByEmail(tx, email);
      const isRight = await isPassword(person?.isActive ? person.passwordHash : null, password);
      if (!person || !isRight) {
        await refuse(deps.database, context, limits, person?.id);
        throw new Failure('WRONG_PASSWORD');
      }
      const life = lifetimeOf(person.roleType, remember);
      if (context.guest) await store.endSessions(tx, context.guest.id, { only: context.guest.sessionId });
      const token = await store.startSession(tx, {
        userId: person.id,
        life,
        remember,
        userAgent: request.userAgent,
      });
      await forgetFailures(tx, [limits[0]?.key ?? '', limits[2]?.key ?? '']);
      context.session(token, life.cookieSeconds);
      emit('session.started', { id: person.id, actorId: person.id, facts: { remember }, to: [] });
      return userOf(person);
    },

    async logout(_, context) {
      const { tx, actor, emit, session: cookie } = context;
      await deps.leave(context);
      await store.endSessions(tx, actor.id, { only: actor.sessionId });
      await signal(tx, { recheck: { users: [actor.id] } });
      cookie(null);
      emit('session.ended', { id: actor.id, facts: { reason: 'logout' }, to: [] });
    },

    access: async (_, { actor }) => ({
      user: userOf(actor),
      permissions: actor.slug === 'system_admin' ? [...flags] : [...actor.flags],
      modules: modulesFor(actor),
    }),

    async forgotPassword({ email }, { tx, emit, request }) {
      const limits = linkLimits(email, request.ip);
      await refuseIfWaiting(tx, limits);
      await countFailure(deps.database, limits);
      const person = await store.personByEmail(tx, email);
      // The answer is the same for a stranger: it must not tell who has an account.
      emit('session.link-sent', { id: person?.id ?? null, facts: { purpose: 'reset' }, to: [] });
      if (!person?.isActive) return;
      await deps.sendLink(tx, person, 'reset', await store.mintLink(tx, person.id, 'reset'));
    },

    async setPassword({ token, password }, { tx, emit }) {
      const link = await store.useLink(tx, token);
      const person = link && (await store.personById(tx, link.userId));
      if (!person?.isActive) throw new Failure('LINK_EXPIRED');
      await choosePassword(tx, person, password);
      await store.endSessions(tx, person.id, { except: 0 });
      await signal(tx, { recheck: { users: [person.id] } });
      emit('session.password-set', { id: person.id, actorId: person.id, facts: { by: 'link' }, to: [] });
    },

    async changePassword({ current, password }, context) {
      const { tx, actor, emit, request } = context;
      const limits = loginLimits(actor.email, request.ip);
      await refuseIfWaiting(tx, limits);
      const person = await store.personById(tx, actor.id);
      if (!person || !(await isPassword(person.passwordHash, current))) {
        await refuse(deps.database, context, limits, actor.id);
        throw new Failure('WRONG_PASSWORD');
      }
      await choosePassword(tx, person, password);
      await store.endSessions(tx, actor.id, { except: actor.sessionId });
      await signal(tx, { recheck: { users: [actor.id] } });
      emit('session.password-set', { id: actor.id, facts: { by: 'owner' }, to: [] });
    },

    list: (_, { tx, actor }) => store.sessionsOf(tx, actor.id, actor.sessionId),

    async end({ id }, { tx, actor, emit }) {
      // Sessions have no uId; whatever is not a number is nobody's.
      const isNumber = /^\d+$/.test(id);
      if (!isNumber || !(await store.endSessions(tx, actor.id, { only: Number(id) })))
        throw new Failure('NOT_FOUND');
      await signal(tx, { recheck: { users: [actor.id] } });
      emit('session.ended', { id: actor.id, facts: { reason: 'ended-elsewhere' }, to: [actor.id] });
    },

    async keepDeviceKey({ deviceId, key }, { tx, actor, emit }) {
      await store.keepDeviceKey(tx, actor.id, deviceId, key);
      emit('session.device-key-kept', { id: actor.id, facts: {}, to: [] });
    },

    async openDeviceKey({ deviceId }, { tx, actor, emit }) {
      if (!(await store.isFresh(tx, actor.sessionId))) throw new Failure('SIGN_IN_AGAIN');
      const kept = await store.deviceKey(tx, actor.id, deviceId);
      if (!kept) throw new Failure('NOT_FOUND');
      emit('session.device-key-opened', { id: actor.id, facts: {}, to: [] });
      return kept;
    },

    async endOthers(_, { tx, actor, emit }) {
      await store.endSessions(tx, actor.id, { except: actor.sessionId });
      await signal(tx, { recheck: { users: [actor.id] } });
      emit('session.ended', { id: actor.id, facts: { reason: 'ended-elsewhere' }, to: [actor.id] });
    },
  });
