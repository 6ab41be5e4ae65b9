/** Role passwords: PostgreSQL receives only the verifier, so that no statement log has a password. */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

/** PostgreSQL's default. */
const ROUNDS = 4096;
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/** 24 random bytes in hex: of letters that need no escape and no preparation. */
export const newPassword = (): string => randomBytes(24).toString('hex');

/** PostgreSQL's stored verifier (RFC 5803), regardless of `password_encryption`. */
export function verifierOf(password: string, salt: Buffer = randomBytes(SALT_BYTES)): string {
  const salted = pbkdf2Sync(password, salt, ROUNDS, KEY_BYTES, 'sha256');
  const keyed = (word: string): Buffer => createHmac('sha256', salted).update(word).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  const server = keyed('Server Key').toString('base64');
  return `SCRAM-SHA-256$${ROUNDS}:${salt.toString('base64')}$${stored}:${server}`;
}
