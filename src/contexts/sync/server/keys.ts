/** Encryption keys of phone entries: a new one every ninety days, created before use, old ones readable for 180 more. */
import { randomBytes } from 'node:crypto';
import { type Envelope, type Sealed, base64Of, bytesOf, unseal } from '#kernel/contract/outbox/seal.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { keptOf } from '#kernel/server/database/kept.ts';
import { sql } from '#kernel/server/database/sql.ts';

const validDays = 90;
const keptDays = 180;
/** Days in advance of use: backups include it already, so a restored database can decrypt. */
const aheadDays = 30;
const curve = { name: 'ECDH', namedCurve: 'P-256' };

interface PublicKey {
  kid: string;
  spki: string;
  validUntil: string;
}

async function makeKey(): Promise<{ kid: string; spki: string; pkcs8: string }> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(curve, true, ['deriveBits']);
  const [spki, pkcs8] = await Promise.all([
    crypto.subtle.exportKey('spki', publicKey),
    crypto.subtle.exportKey('pkcs8', privateKey),
  ]);
  return { kid: randomBytes(6).toString('hex'), spki: base64Of(spki), pkcs8: base64Of(pkcs8) };
}

/** Rotates keys: creates the next before the newest expires, deletes expired ones; idempotent across nodes. */
export const rotateKeys = (database: Database, now: Date): Promise<void> =>
  database.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(7065)`);
    await tx.run(
      sql`delete from sync_keys where valid_until < ${now}::timestamptz - make_interval(days => ${keptDays})`,
    );
    const last = await tx.one<{ until: Date; isFar: boolean }>(sql`
      select greatest(max(valid_until), ${now}) as until,
        max(valid_until) > ${now}::timestamptz + make_interval(days => ${aheadDays}) as "isFar" from sync_keys`);
    if (last?.isFar) return;
    const from = last?.until ?? now;
    const { kid, spki, pkcs8 } = await makeKey();
    await tx.run(sql`insert into sync_keys (kid, public_key, private_key, created_at, valid_until)
      values (${kid}, ${spki}, ${pkcs8}, ${from}, ${from}::timestamptz + make_interval(days => ${validDays}))`);
  });

/** Today's key; with a slow clock the next one is used. */
export async function newestKey(tx: Tx, now: Date): Promise<PublicKey> {
  const key = await tx.one<PublicKey>(sql`
    select kid, public_key as spki, valid_until as "validUntil" from sync_keys
    order by created_at > ${now}, created_at desc, kid limit 1`);
  if (!key) throw new Error('no key to seal entries for');
  return key;
}

// A private key never changes, so it is read and imported once.
const importedOf = keptOf(() => new Map<string, CryptoKey>());

async function privateKeyOf(tx: Tx, kid: string): Promise<CryptoKey> {
  const imported = importedOf(tx);
  const known = imported.get(kid);
  if (known) return known;
  const row = await tx.one<{ pkcs8: string }>(
    sql`select private_key as pkcs8 from sync_keys where kid = ${kid}`,
  );
  if (!row) throw new Failure('SEAL_BROKEN');
  const key = await crypto.subtle.importKey('pkcs8', bytesOf(row.pkcs8), curve, false, ['deriveBits']);
  imported.set(kid, key);
  return key;
}

/** Content of an encrypted entry; rejects one with a changed ciphertext or envelope. */
export async function opened(tx: Tx, sealed: Sealed, envelope: Envelope): Promise<unknown> {
  const key = await privateKeyOf(tx, sealed.kid);
  try {
    return JSON.parse(await unseal(sealed, envelope, key)) as unknown;
  } catch {
    throw new Failure('SEAL_BROKEN');
  }
}
