/** Passwords, lifetimes and limits of sign-in (security.md C.11). Pure. */
import { type RoleType, adminRoles } from '#kernel/contract/access.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { leastStrength, strengthOf } from './password-strength.ts';
import type { Limit } from '#kernel/server/http/throttle.ts';

const hour = 3600;
export interface Lifetime {
  seconds: number;
  idleSeconds: number;
  cookieSeconds: number | undefined;
}

/** Office sessions sleep after 30 minutes, field agents' after 12 hours; remembered ones last 30 days (G021). */
export function lifetimeOf(roleType: RoleType, remember: boolean): Lifetime {
  if (remember) return { seconds: 720 * hour, idleSeconds: 720 * hour, cookieSeconds: 720 * hour };
  const idleSeconds = roleType === 'agent' ? 12 * hour : hour / 2;
  return { seconds: 12 * hour, idleSeconds, cookieSeconds: undefined };
}

export const mostSessions = 5;
/** Seconds after a password sign-in in which a device gets its key. */
export const freshSeconds = 600;
/** Between the password and the code. */
export const ticketSeconds = 300;
export const linkSeconds = { invitation: 72 * hour, reset: hour };

const leastLength = (roleType: RoleType): number => (adminRoles.some((r) => r === roleType) ? 15 : 12);

/** Rejects obvious passwords: too short, the user's email, the product, common terms and runs. */
export function checkPassword(
  password: string,
  person: { email: string; roleType: RoleType },
  isCommon: (word: string) => boolean,
): void {
  const least = leastLength(person.roleType);
  const known = person.email
    .toLowerCase()
    .split(/[@._+-]/)
    .filter((part) => part.length > 3);
  const isShort = Array.from(password).length < least;
  if (
    isShort ||
    isCommon(password.toLowerCase()) ||
    strengthOf(password, { known, isCommon }) < leastStrength
  )
    throw new Failure('WEAK_PASSWORD', { least });
}

const perAccount = { free: 5, minutes: 60, longest: 300 };
const addressKey = (ip: string): string => `login:ip:${ip}`;
/** Per account, per address, and per pair of them; a trusted device has a separate limit. */
export const loginLimits = (email: string, ip: string, device?: string): Limit[] =>
  device
    ? [{ key: `login:device:${device}`, ...perAccount }]
    : [
        { key: `login:account:${email}`, ...perAccount },
        { key: addressKey(ip), free: 30, minutes: 10, longest: 600 },
        { key: `login:pair:${ip}:${email}`, free: 10, minutes: 10, longest: 600 },
      ];
/** Counters reset by a correct password: an address remains limited, because others guess from it. */
export const forgottenKeys = (limits: readonly Limit[], ip: string): string[] =>
  limits.map(({ key }) => key).filter((key) => key !== addressKey(ip));
/** Throttles guesses of the current password by a signed-in user; the counter is per user. */
export const changeLimits = (userId: number): Limit[] => [{ key: `password:${userId}`, ...perAccount }];
export const linkLimits = (email: string, ip: string): Limit[] => [
  { key: `link:account:${email}`, free: 3, minutes: 60, longest: 3600 },
  { key: `link:ip:${ip}`, free: 20, minutes: 60, longest: 3600 },
];
