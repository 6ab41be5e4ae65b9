import { flags } from '#kernel/contract/flags.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { modulesFor } from '#contexts/agency/contract/modules.ts';
import { type CurrentUser, session } from '#kernel/contract/session.ts';
import type { Database } from '#kernel/server/database/database.ts';
import { signal } from '#kernel/server/live/event.ts';
import { type Ahead, type Context, type Route, implement, staged } from '#kernel/server/http/implement.ts';
import type { Safe } from '#kernel/server/operation/safe.ts';
import type { Signer } from '#kernel/server/operation/secret.ts';
import { type Limit, countFailure, forgetFailures, refuseIfWaiting } from '#kernel/server/http/throttle.ts';
import { deviceNumber, knownDevice, rememberedDevice } from './devices.ts';
import { isOn } from '../second-factor/store.ts';
import { agencyIdentity } from '../system/identity.ts';
import type { SendLink } from './links.ts';
import { hashChosen } from './passwords.ts';
import { changeLimits, forgottenKeys, lifetimeOf, linkLimits, loginLimits } from './rules.ts';
import * as store from './store.ts';
import { stillThere, verifyCode, verifyPassword } from './verify.ts';

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
  /** Seals the secrets of second factors. */
  safe: Safe;
  /** Signs the cookies of trusted devices. */
  devices: Signer;
  sendLink: SendLink;
  /** Callbacks of other contexts on a sign-out (G052). */
  leave: (context: Context) => Promise<void>;
}

/** Creates the session after all factors were verified. */
async function enter(
  deps: Deps,
  { tx, emit, guest, session: cookie, request }: Context,
  o: { person: store.SignedInPerson; remember: boolean; limits: readonly Limit[]; withCode?: boolean },
): Promise<CurrentUser & { mustSetUp?: true }> {
  const { person, remember } = o;
  const life = lifetimeOf(person.roleType, remember);
  if (guest) await store.endSessions(tx, guest.id, { only: guest.sessionId });
  const { userAgent } = request;
  const { token, mustSetUp } = await store.startSession(tx, {
    userId: person.id,
    life,
    remember,
    userAgent,
    origin: request.ip,
    withCode: o.withCode ?? false,
  });
  await forgetFailures(tx, forgottenKeys(o.limits, request.ip));
  const isKnown = knownDevice(deps.devices, request.device, person.id) !== undefined;
  const remembered = isKnown ? undefined : rememberedDevice(deps.devices, request.device, person.id);
  cookie(token, life.cookieSeconds, remembered);
  const deviceNo = deviceNumber(deps.devices, remembered ?? request.device, person.id);
  emit('session.started', {
    id: person.id,
    actorId: person.id,
    facts: { remember, ...(deviceNo && { deviceNo }) },
    to: [],
  });
  return { ...userOf(person), ...(mustSetUp && { mustSetUp }) };
}

const limitsFor = (
  deps: Deps,
  email: string,
  found: { id: number } | undefined,
  request: Ahead['request'],
): Limit[] => loginLimits(email, request.ip, found && knownDevice(deps.devices, request.device, found.id));

/** With two-factor the password opens nothing yet, and resets no counters: it returns a ticket for the code. */
const login = (deps: Deps) =>
  staged(
    async (
      { email, password, remember = false }: { email: string; password: string; remember?: boolean },
      { request }: Ahead,
    ) => {
      const found = await store.personByEmail(deps.database, email);
      const limits = limitsFor(deps, email, found, request);
      const before = await verifyPassword(deps.database, {
        person: found,
        password,
        limits,
        request,
        device: found && deviceNumber(deps.devices, request.device, found.id),
      });
      return async (context: Context) => {
        const { tx, emit } = context;
        const person = await stillThere(tx, before);
        if (!(await isOn(tx, person.id))) return enter(deps, context, { person, remember, limits });
        const ticket = await store.mintTicket(tx, person.id, remember);
        emit('session.code-asked', { id: person.id, actorId: person.id, facts: {}, to: [] });
        return { ticket };
      };
    },
  );

const loginCode = (deps: Deps) =>
  staged(async ({ ticket, code }: { ticket: string; code: string }, { request, now }: Ahead) => {
    const held = await store.ticketOf(deps.database, ticket);
    const before = held && (await store.personById(deps.database, held.userId));
    if (!before?.isActive) throw new Failure('SIGN_IN_AGAIN');
    const limits = limitsFor(deps, before.email.toLowerCase(), before, request);
    await verifyCode(deps, { userId: before.id, code, now, limits, request });
    return async (context: Context) => {
      const used = await store.useTicket(context.tx, ticket);
      if (!used) throw new Failure('SIGN_IN_AGAIN');
      const person = await stillThere(context.tx, before);
      return enter(deps, context, { person, remember: used.remember, limits, withCode: true });
    };
  });

const setPassword = ({ database }: Deps) =>
  staged(async ({ token, password }: { token: string; password: string }) => {
    const link = await store.openLink(database, token);
    const before = link && (await store.personById(database, link.userId));
    if (!before?.isActive) throw new Failure('LINK_EXPIRED');
    const hash = await hashChosen(database, password, before);
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
    const before = await verifyPassword(deps.database, {
      person,
      password: given.current,
      limits,
      request,
    });
    const hash = await hashChosen(deps.database, given.password, before);
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
    loginCode: loginCode(deps),
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

    access: async (_, { actor, tx }) => ({
      agency: await agencyIdentity(tx),
      user: userOf(actor),
      ...(actor.mustSetUp
        ? { permissions: [], modules: [], mustSetUp: true }
        : {
            permissions: actor.slug === 'system_admin' ? [...flags] : [...actor.flags],
            modules: modulesFor(actor),
          }),
    }),

    async forgotPassword({ email }, { tx, emit, request }) {
      const limits = linkLimits(email, request.ip);
      await refuseIfWaiting(tx, limits);
      await countFailure(deps.database, limits);
      const person = await store.personByEmail(tx, email);
      // The same answer for an unknown address: it must not reveal accounts.
      emit('session.link-sent', { id: person?.id ?? null, facts: { purpose: 'reset' }, to: [] });
      await deps.sendLink(tx, person?.isActive ? person.id : null, 'reset');
    },

    list: (_, { tx, actor }) => store.sessionsOf(tx, actor.id, actor.sessionId),

    async end({ id }, { tx, actor, emit }) {
      // Sessions have no uId; a key that is not a number matches none.
      const isNumber = /^\d+$/.test(id);
      if (!isNumber || !(await store.endSessions(tx, actor.id, { only: Number(id) })))
        throw new Failure('NOT_FOUND');
      await signal(tx, { recheck: { users: [actor.id] } });
      emit('session.ended', { id: actor.id, facts: { reason: 'ended-elsewhere' }, to: [actor.id] });
    },

    async keepDeviceKey({ deviceId, key }, { tx, actor, emit }) {
      await store.keepDeviceKey({ tx, safe: deps.safe }, actor.id, { deviceId, key });
      emit('session.device-key-kept', { id: actor.id, facts: {}, to: [] });
    },

    async openDeviceKey({ deviceId }, { tx, actor, emit }) {
      if (!(await store.isFresh(tx, actor.sessionId))) throw new Failure('SIGN_IN_AGAIN');
      const kept = await store.deviceKey({ tx, safe: deps.safe }, actor.id, deviceId);
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
