import { Failure } from '#kernel/contract/failure.ts';
import { secondFactor } from '#contexts/agency/contract/second-factor.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import type { Database } from '#kernel/server/database/database.ts';
import { type Ahead, type Context, type Route, implement, staged } from '#kernel/server/http/implement.ts';
import { qrPicture } from '#kernel/server/http/pages/qr.ts';
import { forgetFailures } from '#kernel/server/http/throttle.ts';
import type { Safe } from '#kernel/server/operation/safe.ts';
import { sessionText } from '#contexts/agency/text/en/session.ts';
import { changeLimits } from '../session/rules.ts';
import { isFresh, personById } from '../session/store.ts';
import { verifyCode, verifyPassword } from '../session/verify.ts';
import * as store from './store.ts';
import { uriOf } from './totp.ts';

interface Deps {
  database: Database;
  safe: Safe;
}

function signedIn({ guest }: Ahead): ServerActor {
  if (!guest) throw new Failure('NOT_SIGNED_IN');
  return guest;
}

const limitKeys = (userId: number): string[] => changeLimits(userId).map(({ key }) => key);

async function askPassword({ database }: Deps, ahead: Ahead, password: string): Promise<void> {
  const { id } = signedIn(ahead);
  const person = await personById(database, id);
  await verifyPassword(database, { person, password, limits: changeLimits(id), request: ahead.request });
}

/** Re-authentication with password and code: another person may sit at the open screen. */
async function askBoth(deps: Deps, ahead: Ahead, given: { password: string; code: string }): Promise<void> {
  const { id } = signedIn(ahead);
  if (!(await store.isOn(deps.database, id))) throw new Failure('SECOND_FACTOR_OFF');
  await askPassword(deps, ahead, given.password);
  const { now, request } = ahead;
  await verifyCode(deps, {
    userId: id,
    code: given.code,
    now,
    limits: changeLimits(id),
    request,
  });
}

async function refuseOn(deps: Deps, userId: number): Promise<void> {
  if (await store.isOn(deps.database, userId)) throw new Failure('SECOND_FACTOR_ON');
}

/** Requires the password first, so that a stranger at an unlocked screen cannot enrol an app. */
const begin = (deps: Deps) =>
  staged(async ({ password }: { password?: string }, ahead: Ahead) => {
    const { id, email, sessionId } = signedIn(ahead);
    await refuseOn(deps, id);
    if (password !== undefined) await askPassword(deps, ahead, password);
    else if (!(await isFresh(deps.database, sessionId)))
      throw new Failure('INVALID_INPUT', {}, [{ path: 'password', fault: 'required' }]);
    return async ({ tx, emit }: Context) => {
      const secret = await store.beginFactor(tx, deps.safe, id);
      if (secret === undefined) throw new Failure('SECOND_FACTOR_ON');
      emit('second-factor.begun', { id, facts: {}, to: [] });
      const uri = uriOf({ product: sessionText.product, email, secret });
      return { secret, uri, picture: qrPicture(uri) };
    };
  });

const confirm = (deps: Deps) =>
  staged(async ({ code }: { code: string }, ahead: Ahead) => {
    const { id, sessionId } = signedIn(ahead);
    await refuseOn(deps, id);
    await verifyCode(deps, {
      userId: id,
      code,
      now: ahead.now,
      limits: changeLimits(id),
      request: ahead.request,
      isFirst: true,
    });
    return async ({ tx, emit }: Context) => {
      if (!(await store.turnOn(tx, id, sessionId))) throw new Failure('SECOND_FACTOR_ON');
      await forgetFailures(tx, limitKeys(id));
      emit('second-factor.on', { id, facts: {} });
      return { codes: await store.makeCodes(tx, deps.safe, id) };
    };
  });

const renewCodes = (deps: Deps) =>
  staged(async (given: { password: string; code: string }, ahead: Ahead) => {
    await askBoth(deps, ahead, given);
    return async ({ tx, actor, emit }: Context) => {
      await store.lockFactor(tx, actor.id);
      if (!(await store.isOn(tx, actor.id))) throw new Failure('SECOND_FACTOR_OFF');
      await forgetFailures(tx, limitKeys(actor.id));
      emit('second-factor.codes-renewed', { id: actor.id, facts: {} });
      return { codes: await store.makeCodes(tx, deps.safe, actor.id) };
    };
  });

const turnOff = (deps: Deps) =>
  staged(async (given: { password: string; code: string }, ahead: Ahead) => {
    if ((await store.stateOf(deps.database, signedIn(ahead).id)).isRequired)
      throw new Failure('SECOND_FACTOR_REQUIRED');
    await askBoth(deps, ahead, given);
    return async ({ tx, actor, emit }: Context) => {
      if (!(await store.removeSecondFactor(tx, actor.id))) throw new Failure('SECOND_FACTOR_OFF');
      await forgetFailures(tx, limitKeys(actor.id));
      emit('second-factor.off', { id: actor.id, facts: {} });
    };
  });

export const secondFactorRoutes = (deps: Deps): Route[] =>
  implement(secondFactor, {
    state: async (_, { tx, actor }) => ({
      ...(await store.stateOf(tx, actor.id)),
      asksPassword: !(await isFresh(tx, actor.sessionId)),
    }),
    begin: begin(deps),
    confirm: confirm(deps),
    renewCodes: renewCodes(deps),
    turnOff: turnOff(deps),
  });
