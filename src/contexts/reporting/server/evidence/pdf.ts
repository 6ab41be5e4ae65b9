/** Pack rows as PDF pages, with the pack attached, signed entirely. Pure; uses only a built-in font. */
import { type KeyObject, sign } from 'node:crypto';
import { type EvidenceRow, publishedKey } from './pack.ts';

const page = { width: 842, height: 595, edge: 36, size: 7, line: 9 };
/** Letters of one width: so many in a line. */
const inLine = Math.floor((page.width - 2 * page.edge) / (page.size * 0.6));
const onPage = Math.floor((page.height - 2 * page.edge) / page.line) - 1;

/** Latin characters; others are complete in the attachment. */
const latin = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/₹/g, 'Rs ')
    .replace(/[‘’]/g, "'")
    .replace(/[^\x20-\x7E\u00A0-\u00FF]/g, '·');
const escaped = (text: string): string => text.replace(/[\\()]/g, '\\$&');

function wrapped(text: string, indent: number): string[] {
  const lines: string[] = [];
  for (let rest = text; rest !== '';) {
    const room = inLine - (lines.length > 0 ? indent : 0);
    const cut = rest.length <= room ? room : Math.max(rest.lastIndexOf(' ', room), Math.floor(room / 2));
    lines.push((lines.length > 0 ? ' '.repeat(indent) : '') + rest.slice(0, cut).trimEnd());
    rest = rest.slice(cut).trimStart();
  }
  return lines;
}
const lineOf = ({ at, loan, kind, what, who, paise, details }: EvidenceRow, n: number): string =>
  latin(
    [
      String(n).padStart(4),
      at.slice(0, 19).replace('T', ' '),
      loan.padEnd(16),
      kind.padEnd(11),
      [what, paise === null ? '' : `Rs ${(paise / 100).toFixed(2)}`, who && `by ${who}`, details]
        .filter(Boolean)
        .join('; '),
    ].join('  '),
  );

const streamOf = (head: string, body: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`<< ${head} /Length ${body.length} >>\nstream\n`, 'latin1'),
    body,
    Buffer.from('\nendstream', 'latin1'),
  ]);
/** Text rows of a page from the top, and its footer. */
function drawn(lines: readonly string[], foot: string): Buffer {
  const text = lines.map((line) => `(${escaped(line)}) Tj T*`).join('\n');
  const top = page.height - page.edge;
  return Buffer.from(
    `BT /F1 ${page.size} Tf ${page.line} TL ${page.edge} ${top} Td\n${text}\nET
BT /F1 ${page.size} Tf ${page.edge} ${page.edge - page.line} Td (${escaped(foot)}) Tj ET`,
    'latin1',
  );
}

export function pdfOf(
  rows: readonly EvidenceRow[],
  o: { title: string; notes: readonly string[]; csv: string; key: KeyObject },
): Buffer {
  const all = [
    ...o.notes.flatMap((note) => wrapped(latin(note), 0)),
    '',
    ...rows.flatMap((row, n) => wrapped(lineOf(row, n), 6)),
  ];
  const pages = Array.from({ length: Math.ceil(all.length / onPage) }, (_, i) =>
    all.slice(i * onPage, (i + 1) * onPage),
  );
  const objects: Buffer[] = [];
  const add = (text: string | Buffer): number =>
    objects.push(Buffer.isBuffer(text) ? text : Buffer.from(text, 'latin1'));
  add('<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles << /Names [(evidence.csv) 5 0 R] >> >> >>');
  add(
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, i) => `${6 + 2 * i} 0 R`).join(' ')}] >>`,
  );
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>');
  add(streamOf('/Type /EmbeddedFile /Subtype /text#2Fcsv', Buffer.from(o.csv, 'utf8')));
  add('<< /Type /Filespec /F (evidence.csv) /UF (evidence.csv) /EF << /F 4 0 R >> >>');
  for (const [i, lines] of pages.entries()) {
    const foot = `${latin(o.title)}   ${i + 1}/${pages.length}`;
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Resources << /Font << /F1 3 0 R >> >> /Contents ${7 + 2 * i} 0 R >>`,
    );
    add(streamOf('', drawn(lines, foot)));
  }
  return signed(written(objects), o.key);
}

/** Objects with the table by which a reader finds them. */
function written(objects: readonly Buffer[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\u00E2\u00E3\u00CF\u00D3\n', 'latin1')];
  let at = parts[0]?.length ?? 0;
  const places = objects.map((object, i) => {
    const part = Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    const place = at;
    parts.push(part);
    at += part.length;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const count = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${count}\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF`,
    ),
  );
  return Buffer.concat(parts);
}
const signed = (bytes: Buffer, key: KeyObject): Buffer =>
  Buffer.concat([
    bytes,
    Buffer.from(`\n%recoup-evidence ${publishedKey(key)} ${sign(null, bytes, key).toString('hex')}\n`),
  ]);
