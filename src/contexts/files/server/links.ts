/** Signed links to files: for one file, one person, one purpose, one method, a few minutes (security.md C.8). */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';

export interface SignedLink {
  method: 'PUT' | 'GET';
  key: string;
  contentType: string;
  maxBytes: number;
  /** Seconds since 1970. */
  exp: number;
  userId: number;
  purpose: string;
}
interface Signature {
  kid: string;
  sig: string;
}
interface Secret {
  kid: string;
  secret: Buffer;
}
export interface LinkSigner {
  sign(link: SignedLink): Signature;
  isValid(link: SignedLink, signature: Signature, now: Date): boolean;
}

function hmac({ kid, secret }: Secret, link: SignedLink): Buffer {
  const { method, key, contentType, maxBytes, exp, userId, purpose } = link;
  const told = [kid, method, key, contentType, maxBytes, exp, userId, purpose].join('|');
  return createHmac('sha256', secret).update(told).digest();
}

/** The newest secret signs; older retained ones verify. */
export const linkSigner = (newest: Secret, older: readonly Secret[] = []): LinkSigner => ({
  sign: (link) => ({ kid: newest.kid, sig: hmac(newest, link).toString('base64url') }),
  isValid(link, { kid, sig }, now) {
    const known = [newest, ...older].find((secret) => secret.kid === kid);
    if (!known || link.exp * 1000 < now.getTime()) return false;
    const wanted = hmac(known, link);
    const given = Buffer.from(sig, 'base64url');
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  },
});

/** Opens the secret of this installation, created once for all nodes. */
export async function openLinkSigner(database: Database): Promise<LinkSigner> {
  await database.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(7063)`);
    await tx.run(sql`insert into file_secret (kid, secret) select ${randomBytes(6).toString('hex')}, ${randomBytes(32)}
      where not exists (select from file_secret)`);
  });
  const [newest, ...older] = await database.rows<Secret>(
    sql`select kid, secret from file_secret order by created_at desc, kid`,
  );
  if (!newest) throw new Error('no secret to sign links with');
  return linkSigner(newest, older);
}
