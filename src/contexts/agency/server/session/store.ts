import { randomBytes } from 'node:crypto';
import type { RoleType } from '#kernel/contract/access.ts';
import { hashOf } from '#kernel/server/http/actor.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import type { Safe } from '#kernel/server/operation/safe.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { type Lifetime, freshSeconds, linkSeconds, mostSessions, ticketSeconds } from './rules.ts';

export interface SignedInPerson {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  passwordHash: string | null;
  isActive: boolean;
  roleName: string;
  roleType: RoleType;
  slug: string;
}
const person = sql`select u.id, u.first_name as "firstName", u.last_name as "lastName", u.email,
  u.password_hash as "passwordHash", u.is_active as "isActive", r.name as "roleName", r.role_type as "roleType", r.slug
  from users u join roles r on r.id = u.role_id`;

export const personByEmail = (tx: Tx, email: string): Promise<SignedInPerson | undefined> =>
  tx.one<SignedInPerson>(sql`${person} where lower(u.email) = lower(${email})`);
export const personById = (tx: Tx, id: number): Promise<SignedInPerson | undefined> =>
  tx.one<SignedInPerson>(sql`${person} where u.id = ${id}`);

const newToken = (): string => randomBytes(32).toString('base64url');

/**
 * Starts a session and closes the oldest above the limit; returns the token, stored only as a hash, and whether a
 * required second factor is missing: until set up, this session allows nothing else.
 */
export async function startSession(
  tx: Tx,
  o: {
    userId: number;
    life: Lifetime;
    remember: boolean;
    userAgent: string;
    origin: string;
    withCode: boolean;
  },
): Promise<{ token: string; mustSetUp: boolean }> {
  const token = newToken();
  const started = await tx.one<{ mustSetUp: boolean }>(sql`
    insert into session (token_hash, user_id, expires_at, idle, user_agent, origin, remember, with_code, must_set_up)
    select ${hashOf(token)}, u.id, now() + make_interval(secs => ${o.life.seconds}),
      make_interval(secs => ${o.life.idleSeconds}), ${o.userAgent.slice(0, 300)}, ${o.origin}, ${o.remember}, ${o.withCode},
      r.requires_second_factor
        and not exists (select from second_factor f where f.user_id = u.id and f.confirmed_at is not null)
    from users u join roles r on r.id = u.role_id where u.id = ${o.userId} returning must_set_up as "mustSetUp"`);
  await tx.run(sql`
    delete from session where user_id = ${o.userId} and id not in
      (select id from session where user_id = ${o.userId} order by id desc limit ${mostSessions})`);
  return { token, mustSetUp: started?.mustSetUp ?? false };
}

/** The ticket between password and code; earlier ones of the user expire by themselves. */
export async function mintTicket(tx: Tx, userId: number, remember: boolean): Promise<string> {
  const token = newToken();
  await tx.run(sql`
    insert into sign_in_ticket (token_hash, user_id, remember, expires_at)
    values (${hashOf(token)}, ${userId}, ${remember}, now() + make_interval(secs => ${ticketSeconds}))`);
  return token;
}

export interface Ticket {
  userId: number;
  remember: boolean;
}
const ticket = sql`user_id as "userId", remember`;
const isOpen = (token: string) => sql`token_hash = ${hashOf(token)} and expires_at > now()`;

export const ticketOf = (tx: Tx, token: string): Promise<Ticket | undefined> =>
  tx.one<Ticket>(sql`select ${ticket} from sign_in_ticket where ${isOpen(token)}`);
/** Undefined when it is unknown, expired or used. */
export const useTicket = (tx: Tx, token: string): Promise<Ticket | undefined> =>
  tx.one<Ticket>(sql`delete from sign_in_ticket where ${isOpen(token)} returning ${ticket}`);

export interface SessionRow {
  id: number;
  createdAt: string;
  seenAt: string;
  device: string;
  from: string | null;
  isThis: boolean;
}
export const sessionsOf = (tx: Tx, userId: number, thisId: number): Promise<SessionRow[]> =>
  tx.rows<SessionRow>(sql`
    select id, created_at as "createdAt", seen_at as "seenAt", user_agent as device, origin as "from", id = ${thisId} as "isThis"
    from session where user_id = ${userId} and expires_at > now() and seen_at + idle > now()
    order by seen_at desc`);

/** Closes sessions of this user: one, or all but one, with pending ones. Returns how many. */
export async function endSessions(
  tx: Tx,
  userId: number,
  which: { only: number } | { except: number },
): Promise<number> {
  if ('only' in which)
    return tx.run(sql`delete from session where user_id = ${userId} and id = ${which.only}`);
  await tx.run(sql`delete from sign_in_ticket where user_id = ${userId}`);
  return tx.run(sql`delete from session where user_id = ${userId} and id <> ${which.except}`);
}

/**
 * Closes sessions started without a code, of users with a role that requires two-factor. The requester's session must
 * set it up first instead. Returns the affected users.
 */
export async function endSessionsWithoutCode(tx: Tx, users: Fragment, thisId: number): Promise<number[]> {
  const whose = sql`not with_code and user_id in (select u.id from users u join roles r on r.id = u.role_id
    where r.requires_second_factor and ${users})`;
  await tx.run(sql`update session set must_set_up = true where id = ${thisId} and ${whose}`);
  const ended = await tx.rows<{ id: number }>(
    sql`delete from session where id <> ${thisId} and ${whose} returning user_id as id`,
  );
  return [...new Set(ended.map(({ id }) => id))];
}

/** A one-time link's token; an earlier unused link of the person stops working. */
export async function mintLink(tx: Tx, userId: number, purpose: 'invitation' | 'reset'): Promise<string> {
  const token = newToken();
  await dropLinks(tx, userId);
  await tx.run(sql`
    insert into password_link (token_hash, user_id, purpose, expires_at)
    values (${hashOf(token)}, ${userId}, ${purpose}, now() + make_interval(secs => ${linkSeconds[purpose]}))`);
  return token;
}

/** User of a link, without consuming it. */
export const openLink = (tx: Tx, token: string): Promise<{ userId: number } | undefined> =>
  tx.one<{ userId: number }>(sql`
    select user_id as "userId" from password_link
    where token_hash = ${hashOf(token)} and used_at is null and expires_at > now()`);

/** Uses a link up; the user it was for, or undefined when it is unknown, expired or used. */
export const useLink = (tx: Tx, token: string): Promise<{ userId: number } | undefined> =>
  tx.one<{ userId: number }>(sql`
    update password_link set used_at = now()
    where token_hash = ${hashOf(token)} and used_at is null and expires_at > now() returning user_id as "userId"`);

/** Links sent to a former address are dropped. */
export const dropLinks = (tx: Tx, userId: number): Promise<number> =>
  tx.run(sql`delete from password_link where user_id = ${userId} and used_at is null`);

export const storePassword = (tx: Tx, userId: number, passwordHash: string): Promise<number> =>
  tx.run(sql`update users set password_hash = ${passwordHash}, updated_at = now() where id = ${userId}`);

/** Binds an encrypted device key to its user and phone. */
const deviceKeyPurpose = (userId: number, deviceId: string): string =>
  `device key of user ${userId} on ${deviceId}`;

/** Stores a device's key; limited to the number of sessions, the oldest is dropped. */
export async function keepDeviceKey(
  { tx, safe }: { tx: Tx; safe: Safe },
  userId: number,
  { deviceId, key }: { deviceId: string; key: string },
): Promise<void> {
  await tx.run(sql`
    insert into device_key (user_id, device_id, key_sealed)
    values (${userId}, ${deviceId}, ${safe.seal(key, deviceKeyPurpose(userId, deviceId))})
    on conflict (user_id, device_id) do update set key_sealed = excluded.key_sealed, created_at = now()`);
  await tx.run(sql`
    delete from device_key where user_id = ${userId} and device_id not in (select device_id from device_key
      where user_id = ${userId} order by created_at desc, device_id limit ${mostSessions})`);
}

export async function deviceKey(
  { tx, safe }: { tx: Tx; safe: Safe },
  userId: number,
  deviceId: string,
): Promise<{ key: string } | undefined> {
  const kept = await tx.one<{ sealed: string }>(sql`
    select key_sealed as sealed from device_key
    where user_id = ${userId} and device_id = ${deviceId}`);
  return kept && { key: safe.open(kept.sealed, deviceKeyPurpose(userId, deviceId)) };
}

/** Whether this session began so lately that its user must have typed the password. */
export const isFresh = async (tx: Tx, sessionId: number): Promise<boolean> =>
  (await tx.one(sql`
    select from session where id = ${sessionId} and created_at > now() - make_interval(secs => ${freshSeconds})`)) !==
  undefined;
