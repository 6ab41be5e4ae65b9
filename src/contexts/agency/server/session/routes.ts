import { flags } from '#kernel/contract/flags.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { modulesFor } from '#contexts/agency/contract/modules.ts';
import { type CurrentUser, session } from '#kernel/contract/session.ts';
import type { Database } from '#kernel/server/database/database.ts';
import { eventLog, signal } from '#kernel/server/live/event.ts';
import { type Ahead, type Context, type Route, implement, staged } from '#kernel/server/http/implement.ts';
import type { Signer } from '#kernel/server/operation/secret.ts';
import { type Limit, countFailure, forgetFailures, refuseIfWaiting } from '#kernel/server/http/throttle.ts';
import { knownDevice, rememberedDevice } from './devices.ts';
import type { SendLink } from './links.ts';
import { hashChosen, inTurn, isPassword } from './passwords.ts';
import { changeLimits, forgottenKeys, lifetimeOf, linkLimits, loginLimits } from './rules.ts';
import * as store from './store.ts';

const userOf = (p: Omit<store.SignedInPerson, 'passwordHash' | 'isActive'>): CurrentUser => ({
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

interface Deps {
  database: Database;
  /** Signs the cookies of known devices. */
  devices: Signer;
  sendLink: SendLink;
  /** What else ends when somebody signs out (G052). */
  leave: (context: Context) => Promise<void>;
}

interface Guess {
  person: store.SignedInPerson | undefined;
  password: string;
  limits: readonly Limit[];
  requestId: string;
}

/**
 * Answers whose password this is, or counts the failure and refuses. The limits are asked once more in the turn: of a
 * hundred guesses at one moment those that waited find what the first ones counted.
 */
async function verified({ database }: Deps, { person, password, limits, requestId }: Guess) {
  await refuseIfWaiting(database, limits);
  return inTurn(async () => {
    await refuseIfWaiting(database, limits);
    const isRight = await isPassword(person?.isActive ? person.passwordHash : null, password);
    if (person && isRight) return person;
    await countFailure(database, limits);
    const events = eventLog(person?.id ?? null, requestId);
    events.emit('session.refused', { facts: { reason: person ? 'password' : 'unknown' }, to: [] });
    await database.transaction((tx) => events.flush(tx, []));
    throw new Failure('WRONG_PASSWORD');
  });
}

/** The person as they are now, whose password was hashed before this transaction began. */
async function stillThere(tx: Context['tx'], before: store.SignedInPerson): Promise<store.SignedInPerson> {
  const now = await store.personById(tx, before.id);
  if (!now?.isActive || now.passwordHash !== before.passwordHash) throw new Failure('CHANGED_MEANWHILE');
  return now;
}

const login = (deps: Deps) =>
  staged(
    async (
      { email, password, remember = false }: { email: string; password: string; remember?: boolean },
      { request }: Ahead,
    ) => {
      const found = await store.personByEmail(deps.database, email);
      const device = found && knownDevice(deps.devices, request.device, found.id);
      const limits = loginLimits(email, request.ip, device);
      const before = await verified(deps, { person: found, password, limits, requestId: request.id });
      return async ({ tx, emit, guest, session: cookie }: Context) => {
        const person = await stillThere(tx, before);
        const life = lifetimeOf(person.roleType, remember);
        if (guest) await store.endSessions(tx, guest.id, { only: guest.sessionId });
        const { userAgent } = request;
        const token = await store.startSession(tx, { userId: person.id, life, remember, userAgent });
        await forgetFailures(tx, forgottenKeys(limits, request.ip));
        const remembered = device ? undefined : rememberedDevice(deps.devices, request.device, person.id);
        cookie(token, life.cookieSeconds, remembered);
        emit('session.started', { id: person.id, actorId: person.id, facts: { remember }, to: [] });
        return userOf(person);
      };
    },
  );

const setPassword = ({ database }: Deps) =>
  staged(async ({ token, password }: { token: string; password: string }) => {
    const link = await store.openLink(database, token);
    const before = link && (await store.personById(database, link.userId));
    if (!before?.isActive) throw new Failure('LINK_EXPIRED');
    const hash = await hashChosen(password, before);
    return async ({ tx, emit }: Context) => {
      const isUsed = (await store.useLink(tx, token))?.userId === before.id;
      const person = isUsed ? await store.personById(tx, before.id) : undefined;
      if (!person?.isActive) throw new Failure('LINK_EXPIRED');
      await store.storePassword(tx, person.id, hash);
      await store.endSessions(tx, person.id, { except: 0 });
      await signal(tx, { recheck: { users: [person.id] } });
      emit('session.password-set', { id: person.id, actorId: person.id, facts: { by: 'link' }, to: [] });
    };
  });

const changePassword = (deps: Deps) =>
  staged(async (given: { current: string; password: string }, { guest, request }: Ahead) => {
    if (!guest) throw new Failure('NOT_SIGNED_IN');
    const person = await store.personById(deps.database, guest.id);
    const limits = changeLimits(guest.id);
    const before = await verified(deps, { person, password: given.current, limits, requestId: request.id });
    const hash = await hashChosen(given.password, before);
    return async ({ tx, actor, emit }: Context) => {
      await stillThere(tx, before);
      await store.storePassword(tx, actor.id, hash);
      await store.endSessions(tx, actor.id, { except: actor.sessionId });
      await forgetFailures(tx, forgottenKeys(limits, request.ip));
      await signal(tx, { recheck: { users: [actor.id] } });
      emit('session.password-set', { id: actor.id, facts: { by: 'owner' }, to: [] });
    };
  });

export const sessionRoutes = (deps: Deps): Route[] =>
  implement(session, {
    login: login(deps),
    setPassword: setPassword(deps),
    changePassword: changePassword(deps),

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
      await deps.sendLink(tx, person?.isActive ? person.id : null, 'reset');
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
