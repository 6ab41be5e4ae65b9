/** Passwords of roles: PostgreSQL is told what it checks them by and never hears them, so that no log of statements has one. */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

/** PostgreSQL's own. */
const ROUNDS = 4096;
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/** 24 random bytes in hex: of letters that need no escape and no preparation. */
export const newPassword = (): string => randomBytes(24).toString('hex');

/** What PostgreSQL keeps of it (RFC 5803), whatever its `password_encryption` says. */
export function verifierOf(password: string, salt: Buffer = randomBytes(SALT_BYTES)): string {
  const salted = pbkdf2Sync(password, salt, ROUNDS, KEY_BYTES, 'sha256');
  const keyed = (word: string): Buffer => createHmac('sha256', salted).update(word).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  const server = keyed('Server Key').toString('base64');
  return `SCRAM-SHA-256$${ROUNDS}:${salt.toString('base64')}$${stored}:${server}`;
}
