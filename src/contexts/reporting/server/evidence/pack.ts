/** Evidence pack as a file: ordered rows with a hash chain, and a publicly verifiable signature. Pure. */
import { type KeyObject, createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { byteOrderMark, csvLine } from '#kernel/server/files/csv-safe.ts';

export interface EvidenceRow {
  /** ISO 8601, UTC. */
  at: string;
  loan: string;
  kind: string;
  what: string;
  who: string;
  paise: number | null;
  details: string;
}
/** State of the audit chain when the pack was generated. */
export interface PackAnchor {
  n: number;
  hash: string;
  at: string;
}

const titles = ['n', 'at', 'loan', 'kind', 'what', 'who', 'paise', 'details', 'hash'];
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const oneLine = (text: string): string => text.replace(/\s*[\r\n]+\s*/g, ' / ');

/** The signing key of this installation, out of 32 bytes only it can make. */
export const evidenceKey = (seed: Buffer): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
    format: 'der',
    type: 'pkcs8',
  });
/** 32 bytes as hex, as they are published. */
export const publishedKey = (key: KeyObject): string =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');

export function packOf(
  rows: readonly EvidenceRow[],
  o: { key: KeyObject; anchor: PackAnchor | null },
): string {
  const head = csvLine(titles);
  let before = sha256(head.trimEnd());
  const lines = rows.map(({ at, loan, kind, what, who, paise, details }, n) => {
    const cells = [n, at, loan, kind, oneLine(what), oneLine(who), paise, oneLine(details)];
    const content = csvLine(cells).slice(0, -2);
    before = sha256(`${before}\n${content}`);
    return `${content},"${before}"\r\n`;
  });
  const anchor = o.anchor ? `${o.anchor.n} ${o.anchor.hash} ${o.anchor.at}` : 'none';
  const signed = ['recoup evidence 1', rows.length, before, anchor].join('\n');
  const signature = sign(null, Buffer.from(signed), o.key).toString('hex');
  const seal = `"seal",${rows.length},"${before}","${anchor}","${publishedKey(o.key)}","${signature}"\r\n`;
  return byteOrderMark + head + lines.join('') + seal;
}
