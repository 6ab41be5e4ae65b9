/**
 * Anchors of the hash chain that cannot be forged with database access alone: signed with an external key, and the
 * newest one also in a file next to the key, so that a truncated chain is detected.
 */
import { timingSafeEqual } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Tx } from '#kernel/server/database/database.ts';
import type { Safe } from '#kernel/server/operation/safe.ts';
import { writeWhole } from '#app/server/operation/whole-file.ts';
import { sql } from '#kernel/server/database/sql.ts';

export interface Seal {
  n: number;
  hash: Buffer;
}
export interface Mark extends Seal {
  /** Milliseconds of the clock. */
  at: number;
}
type Why = 'seen' | 'vouched';
interface Anchor extends Mark {
  mac: Buffer;
}

export interface Anchors {
  /** Anchors the current hash. */
  add(tx: Tx, seal: Seal, why: Why): Promise<Mark>;
  /** The newest anchor of this key; 'forged' when the newest is invalid. */
  newest(tx: Tx, why?: Why): Promise<Mark | 'forged' | undefined>;
  /** Whether this hash has an anchor of this key. */
  has(tx: Tx, seal: Seal): Promise<boolean>;
  /** Servers before this one had another key. */
  isOtherKey(tx: Tx): Promise<boolean>;
  /** Anchor in the file. */
  kept(): Mark | undefined;
  keep(mark: Mark): void;
}

const purpose = 'audit';
const said = (why: Why, { n, hash, at }: Mark): string => [why, n, hash.toString('hex'), at].join('|');

export function openAnchors(o: { safe: Safe; dataDir: string; now?: () => number }): Anchors {
  const now = o.now ?? Date.now;
  let written: number | undefined;
  const file = path.join(o.dataDir, 'audit.head');
  const keyId = (number?: number): Buffer => o.safe.mac('', 'audit key', number).subarray(0, 8);
  const macOf = (why: Why, mark: Mark, number?: number): Buffer =>
    o.safe.mac(said(why, mark), purpose, number);
  /** Ids of all keys of this installation, earlier ones included. */
  const keyIds = (): Buffer[] => o.safe.numbers().map((number) => keyId(number));
  const isOurs = (why: Why, { mac, ...mark }: Anchor): boolean =>
    mac.length === 32 && o.safe.numbers().some((number) => timingSafeEqual(mac, macOf(why, mark, number)));
  const columns = sql`n, hash, (extract(epoch from at) * 1000)::bigint as at, why, mac`;
  return {
    async add(tx, { n, hash }, why) {
      const mark = { n, hash, at: now() };
      await tx.run(sql`insert into audit_anchor (n, hash, at, why, key_id, mac)
        values (${n}, ${hash}, to_timestamp(${mark.at}::float8 / 1000), ${why}, ${keyId()}, ${macOf(why, mark)})
        on conflict do nothing`);
      return mark;
    },
    async newest(tx, only) {
      const anchor = await tx.one<Anchor & { why: Why }>(sql`select ${columns} from audit_anchor
        where key_id = any(${keyIds()}::bytea[]) and (${only ?? null}::text is null or why = ${only ?? null}) order by id desc limit 1`);
      if (!anchor) return undefined;
      const { why, ...rest } = anchor;
      return isOurs(why, rest) ? { n: rest.n, hash: rest.hash, at: rest.at } : 'forged';
    },
    async has(tx, { n, hash }) {
      const found = await tx.rows<Anchor & { why: Why }>(
        sql`select ${columns} from audit_anchor where key_id = any(${keyIds()}::bytea[]) and n = ${n}`,
      );
      return found.some(({ why, ...anchor }) => anchor.hash.equals(hash) && isOurs(why, anchor));
    },
    async isOtherKey(tx) {
      const found = await tx.one<{ is: boolean }>(
        sql`select exists (select from audit_anchor) and not exists (select from audit_anchor where key_id = any(${keyIds()}::bytea[])) as is`,
      );
      return found?.is === true;
    },
    kept() {
      try {
        const { n, hash, at } = JSON.parse(fs.readFileSync(file, 'utf8')) as {
          n: number;
          hash: string;
          at: number;
        };
        return { n, hash: Buffer.from(hash, 'hex'), at };
      } catch {
        // Missing, or incomplete after a full disk: the database has the others.
        return undefined;
      }
    },
    keep({ n, hash, at }) {
      if (n === written) return;
      writeWhole(file, JSON.stringify({ n, hash: hash.toString('hex'), at }));
      written = n;
    },
  };
}

/** Before the first hash. */
export const genesis: Seal = { n: 0, hash: Buffer.from([0]) };

const newestSeal = (tx: Tx): Promise<Seal | undefined> =>
  tx.one<Seal>(sql`select n, hash from event_seal order by n desc limit 1`);

/** A person with the key accepts the chain as it is, after a restore or an investigation; watchers verify it by the key. */
export async function vouch(tx: Tx, anchors: Anchors): Promise<Mark> {
  return anchors.add(tx, (await newestSeal(tx)) ?? genesis, 'vouched');
}
