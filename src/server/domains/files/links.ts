/** Signed links to files: for one file, one person, one method, a few minutes (security.md C.8). */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from '#server/kernel/database.ts';
import { sql } from '#server/kernel/sql.ts';

export interface Link {
  method: 'PUT' | 'GET';
  key: string;
  contentType: string;
  maxBytes: number;
  userId: number;
  /** Seconds since 1970. */
  exp: number;
}
export interface Signature {
  kid: string;
  exp: number;
  sig: string;
}
export interface LinkSigner {
  sign(link: Link): Signature;
  isValid(link: Link, signature: Signature, now: Date): boolean;
}

/** Made once for all nodes; the newest signs. */
export async function openLinkSigner(database: Database): Promise<LinkSigner> {
  await database.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(7063)`);
    await tx.run(sql`insert into file_secret (kid, secret) select ${randomBytes(6).toString('hex')}, ${randomBytes(32)}
      where not exists (select from file_secret)`);
  });
  const secrets = await database.rows<{ kid: string; secret: Buffer }>(
    sql`select kid, secret from file_secret order by created_at desc, kid`,
  );
  const hmac = (secret: Buffer, kid: string, link: Link): Buffer => {
    const { method, key, contentType, maxBytes, exp, userId } = link;
    return createHmac('sha256', secret)
      .update([kid, method, key, contentType, maxBytes, exp, userId].join('|'))
      .digest();
  };
  return {
    sign(link) {
      const newest = secrets[0];
      if (!newest) throw new Error('no secret to sign links with');
      return {
        kid: newest.kid,
        exp: link.exp,
        sig: hmac(newest.secret, newest.kid, link).toString('base64url'),
      };
    },
    isValid(link, { kid, sig }, now) {
      const known = secrets.find((secret) => secret.kid === kid);
      if (!known || link.exp * 1000 < now.getTime()) return false;
      const wanted = hmac(known.secret, kid, link);
      const given = Buffer.from(sig, 'base64url');
      return given.length === wanted.length && timingSafeEqual(given, wanted);
    },
  };
}
