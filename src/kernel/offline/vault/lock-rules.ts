/** When cached loans may be read. Pure. */

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

export const pinLength = 6;
/** OWASP's figure for PBKDF2 with SHA-256. */
export const pinRounds = 600_000;
/** Nothing touched for so long, or not looked at for so long: locked. */
export const mostIdle = 5 * minute;
export const mostHidden = 2 * minute;
/** Lease after the last contact with the server, unless it sets another; then cached loans are unreadable. */
export const usualLease = 72 * hour;
const leaseBounds = [12 * hour, 168 * hour] as const;
/** The tenth wrong PIN deletes the keys and the cache; the outbox remains. */
export const mostWrong = 10;
const freeTries = 3;
const firstWait = 15 * second;
const longestWait = 10 * minute;
/** A clock may be put right by so much without a lease being doubted. */
const clockSlack = 10 * minute;

export const isPin = (text: string): boolean => new RegExp(`^\\d{${pinLength}}$`).test(text);

/** The first a finder would try: one digit six times, or digits in a row. */
export const isPoorPin = (pin: string): boolean =>
  new Set(pin).size === 1 || '01234567890'.includes(pin) || '09876543210'.includes(pin);

/** How long after the n-th wrong PIN the next one is not looked at. */
export const waitAfter = (wrong: number): number =>
  wrong < freeTries ? 0 : Math.min(longestWait, firstWait * 2 ** (wrong - freeTries));

interface Tries {
  wrong: number;
  wrongAt: number;
}
/** Milliseconds until a PIN may be tried. A clock set to the past restarts the delay, never shortens it. */
export function waitLeft({ wrong, wrongAt }: Tries, now: number): number {
  const wait = waitAfter(wrong);
  return wait === 0 ? 0 : Math.min(wait, Math.max(0, wrongAt + wait - now));
}

interface Lease {
  /** Last contact with the server, and the lease. */
  contactAt: number;
  lease: number;
  /** The latest this phone's clock has ever shown. */
  seenAt: number;
}
export const leaseOf = (hours: number | undefined): number =>
  hours === undefined ? usualLease : Math.min(leaseBounds[1], Math.max(leaseBounds[0], hours * hour));

/** A clock set to the past gains no time. */
export function isLeaseOver({ contactAt, lease, seenAt }: Lease, now: number): boolean {
  return now < seenAt - clockSlack || Math.max(now, seenAt) - contactAt > lease;
}

/** Whether the key expires: idle for too long, or hidden for too long. */
export const isTooLong = (o: { activeAt: number; hiddenAt: number | undefined }, now: number): boolean =>
  now - o.activeAt > mostIdle || (o.hiddenAt !== undefined && now - o.hiddenAt > mostHidden);
