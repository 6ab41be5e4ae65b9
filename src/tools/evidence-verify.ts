/**
 * `npm run evidence:verify -- --key <hex> <file>`: verifies an evidence pack. Needs neither the product nor a database:
 * this file and Node suffice. The key inside the file proves nothing, because a forger includes another: without
 * `--key`, published at `/api/evidence/key`, the author is unproven.
 */
import { createHash, createPublicKey, verify as isSigned } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

type Verdict =
  | { is: 'whole' | 'unbroken'; rows: number; anchor: string; key: string }
  /** `row`: its number, or the part that is no row. */
  | { is: 'changed'; row: number | 'title' | 'seal' | 'page' }
  | { is: 'reordered'; row: number }
  | { is: 'cut'; row: number }
  | { is: 'other key'; key: string };

const mark = '\uFEFF';
const title = '"n","at","loan","kind","what","who","paise","details","hash"';
const end = '\r\n';
const spki = '302a300506032b6570032100';
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
function isValid(text: string | Buffer, key: string, signature: string): boolean {
  try {
    const known = createPublicKey({ key: Buffer.from(spki + key, 'hex'), format: 'der', type: 'spki' });
    return isSigned(null, Buffer.from(text), known, Buffer.from(signature, 'hex'));
  } catch {
    return false;
  }
}

interface Row {
  n: number;
  content: string;
  hash: string;
}
const rowIn = (line: string): Row | undefined => {
  const [, content = '', n = '', hash = ''] = /^((\d+),.*),"([0-9a-f]{64})"$/s.exec(line) ?? [];
  return content ? { n: Number(n), content, hash } : undefined;
};
/** First misplaced row; if the rows are otherwise equal, they were reordered. */
function wrongPlace(rows: readonly Row[]): Verdict | undefined {
  const at = rows.findIndex(({ n }, i) => n !== i);
  if (at < 0) return undefined;
  const sorted = rows.map(({ n }) => n).sort((a, b) => a - b);
  return { is: sorted.every((n, i) => n === i) ? 'reordered' : 'changed', row: at };
}

function verifyCsv(text: string): Verdict {
  if (!text.startsWith(mark + title + end)) return { is: 'changed', row: 'title' };
  const lines = text.slice((mark + title + end).length).split(end);
  const last = lines.pop();
  const sealed = lines.at(-1)?.startsWith('"seal",') === true;
  const body = sealed ? lines.slice(0, -1) : lines;
  const rows = body.map(rowIn);
  if (!sealed) return { is: 'cut', row: body.length };
  const [, count = '', head = '', anchor = '', key = '', signature = ''] =
    /^"seal",(\d+),"([0-9a-f]{64})","([^"]*)","([0-9a-f]{64})","([0-9a-f]{128})"$/.exec(lines.at(-1) ?? '') ??
    [];
  if (last !== '' || !isValid(['recoup evidence 1', count, head, anchor].join('\n'), key, signature))
    return { is: 'changed', row: 'seal' };
  const broken = rows.findIndex((row) => row === undefined);
  if (broken >= 0) return { is: 'changed', row: broken };
  const known = rows as Row[];
  if (known.length < Number(count)) {
    const missing = known.findIndex(({ n }, i) => n !== i);
    return { is: 'cut', row: missing < 0 ? known.length : missing };
  }
  const misplaced = wrongPlace(known);
  if (misplaced) return misplaced;
  let before = sha256(title);
  for (const { n, content, hash } of known) {
    if (sha256(`${before}\n${content}`) !== hash) return { is: 'changed', row: n };
    before = hash;
  }
  if (before !== head) return { is: 'changed', row: known.length - 1 };
  return { is: 'whole', rows: known.length, anchor, key };
}

/** A PDF is signed entirely; it includes the rows like the other file, so that a changed one is reported. */
function verifyPdf(bytes: Buffer): Verdict {
  const text = bytes.toString('latin1');
  const [whole = '', key = '', signature = ''] =
    /\n%recoup-evidence ([0-9a-f]{64}) ([0-9a-f]{128})\n$/.exec(text) ?? [];
  const from = text.indexOf('stream\n\u00EF\u00BB\u00BF"n",');
  const rows = text.slice(from + 'stream\n'.length, text.indexOf('\nendstream', from));
  const inside =
    from < 0
      ? ({ is: 'changed', row: 'page' } as const)
      : verifyCsv(Buffer.from(rows, 'latin1').toString('utf8'));
  if (inside.is !== 'whole') return inside;
  const isWhole = whole !== '' && isValid(bytes.subarray(0, bytes.length - whole.length), key, signature);
  return isWhole && key === inside.key ? inside : { is: 'changed', row: 'page' };
}

export function verify(bytes: Buffer, published?: string): Verdict {
  const isPdf = bytes.subarray(0, 5).toString('latin1') === '%PDF-';
  const text = bytes.toString('utf8');
  if (!isPdf && !Buffer.from(text).equals(bytes)) return { is: 'changed', row: 'title' };
  const verdict = isPdf ? verifyPdf(bytes) : verifyCsv(text);
  if (verdict.is !== 'whole') return verdict;
  if (published === undefined) return { ...verdict, is: 'unbroken' };
  return verdict.key === published.toLowerCase() ? verdict : { is: 'other key', key: verdict.key };
}

function wordsOf(verdict: Verdict): string {
  if (verdict.is === 'whole')
    return `Whole: ${verdict.rows} rows, as the agency made them. Anchor of the audit: ${verdict.anchor}.`;
  if (verdict.is === 'unbroken')
    return `${verdict.rows} rows, unbroken, but by whom is not known: ask the agency for its key.`;
  if (verdict.is === 'changed') return `Changed: row ${verdict.row} is not as it was made.`;
  if (verdict.is === 'reordered') return `Reordered: row ${verdict.row} stands where another belongs.`;
  if (verdict.is === 'cut') return `Cut short: row ${verdict.row} is missing.`;
  return `Whole, but signed with another key than the one given: ${verdict.key}.`;
}

interface Asked {
  file: string;
  key?: string | undefined;
}
/** One file and at most one key; other arguments are a usage error. */
export function asked(args: readonly string[]): Asked | undefined {
  const at = args.indexOf('--key');
  const key = at < 0 ? undefined : (args[at + 1] ?? '');
  const [file, ...more] = at < 0 ? args : args.filter((_, i) => i !== at && i !== at + 1);
  const isWrong = more.length > 0 || file?.startsWith('-') === true;
  if (!file || isWrong || (key !== undefined && !/^[0-9a-f]{64}$/i.test(key))) return undefined;
  return { file, key };
}

function bytesOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException;
    process.stderr.write(`${file} cannot be read (${code}). Name the file of the evidence pack.\n`);
    return undefined;
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const wanted = asked(process.argv.slice(2));
  if (!wanted) {
    process.stderr.write(
      'Use: npm run evidence:verify -- --key <key the agency publishes, 64 hex digits> <file>\n',
    );
    process.exitCode = 2;
  } else {
    const bytes = bytesOf(wanted.file);
    const verdict = bytes && verify(bytes, wanted.key);
    if (verdict) process.stdout.write(`${wordsOf(verdict)}\n`);
    if (verdict?.is !== 'whole') process.exitCode = !verdict ? 2 : verdict.is === 'unbroken' ? 3 : 1;
  }
}
