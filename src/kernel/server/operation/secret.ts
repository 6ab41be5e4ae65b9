/** Secrets of this installation, created once for all nodes, and their signatures. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { sql } from '../database/sql.ts';

interface Row {
  kid: string;
  secret: Buffer;
}
export interface Signer {
  sign(text: string): { kid: string; sig: string };
  isValid(text: string, signature: { kid: string; sig: string }): boolean;
}

/** The newest secret signs; older retained ones verify. */
export async function openSigner(database: Database, purpose: string): Promise<Signer> {
  await database.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(7064)`);
    await tx.run(sql`insert into payment_secrets (kid, purpose, secret)
      select ${randomBytes(6).toString('hex')}, ${purpose}, ${randomBytes(32)}
      where not exists (select from payment_secrets where purpose = ${purpose})`);
  });
  const known = await database.rows<Row>(
    sql`select kid, secret from payment_secrets where purpose = ${purpose} order by created_at desc, kid`,
  );
  const [newest] = known;
  if (!newest) throw new Error(`no secret for ${purpose}`);
  const mac = ({ kid, secret }: Row, text: string): Buffer =>
    createHmac('sha256', secret).update(`${kid}\n${text}`).digest();
  return {
    sign: (text) => ({ kid: newest.kid, sig: mac(newest, text).toString('base64url') }),
    isValid(text, { kid, sig }) {
      const secret = known.find((one) => one.kid === kid);
      if (!secret) return false;
      const wanted = mac(secret, text);
      const given = Buffer.from(sig, 'base64url');
      // One signature has one spelling.
      return (
        given.length === wanted.length &&
        given.toString('base64url') === sig &&
        timingSafeEqual(given, wanted)
      );
    },
  };
}

/** 128 random bits as 22 letters. */
export const randomCode = (): string => randomBytes(16).toString('base64url');
