/** The rows of a pack on pages, with the pack itself attached, signed as a whole. */
import { type KeyObject, sign } from 'node:crypto';
import PDFDocument from 'pdfkit';
import { fonts, partsByFont } from './fonts/fonts.ts';
import { type EvidenceRow, publishedKey } from './pack.ts';

type Document = InstanceType<typeof PDFDocument>;

const edge = 36;
const size = 7.5;
/** Left edges of number, time, loan, kind and description, in points. */
const columns = [edge, 62, 148, 250, 310] as const;
const gap = 6;

/**
 * Leaves marks of Indian scripts at their default positions, because the library fails where an anchor is null:
 * https://github.com/foliojs/fontkit/issues/367. It accepts an object here; its types declare a list only.
 */
const withoutAnchors = {
  features: { abvm: false, blwm: false, mark: false, mkmk: false } as unknown as [],
};

/** Writes text in the fonts of its scripts; it wraps within the width and continues on further pages. */
function write(document: Document, text: string, o: { x: number; y: number; width: number }): void {
  const parts = partsByFont(text);
  const options = {
    width: o.width,
    ...(parts.some(({ font }) => !font.isLatin) && withoutAnchors),
  };
  for (const [i, part] of parts.entries()) {
    const continued = i < parts.length - 1;
    document.font(part.font.name);
    if (i === 0) document.text(part.text, o.x, o.y, { ...options, continued });
    else document.text(part.text, { ...options, continued });
  }
}
const widthFrom = (document: Document, x: number): number => document.page.width - edge - x;

function writeRow(document: Document, { at, loan, kind, what, who, paise, details }: EvidenceRow, n: number) {
  if (document.y > document.page.maxY() - document.currentLineHeight()) document.addPage();
  const { page, y } = document;
  let bottom = y;
  for (const [i, cell] of [String(n), at.slice(0, 19).replace('T', ' '), loan, kind].entries()) {
    const [x = edge, next = edge] = columns.slice(i);
    if (cell !== '') write(document, cell, { x, y, width: next - x - gap });
    bottom = Math.max(bottom, document.y);
  }
  const amount = paise === null ? '' : `₹${(paise / 100).toFixed(2)}`;
  const description = [what, amount, who && `by ${who}`, details].filter(Boolean).join('; ');
  const [, , , , x] = columns;
  write(document, description, { x, y, width: widthFrom(document, x) });
  if (document.page === page) document.y = Math.max(bottom, document.y);
}

/** Title and number below the text of each page. */
function writeFooters(document: Document, title: string): void {
  const { start, count } = document.bufferedPageRange();
  for (let i = start; i < start + count; i += 1) {
    document.switchToPage(i);
    // Text below the margin would open a further page.
    document.page.margins.bottom = 0;
    const y = document.page.height - edge + 8;
    write(document, `${title}   ${i + 1}/${count}`, { x: edge, y, width: widthFrom(document, edge) });
  }
}

export function pdfOf(
  rows: readonly EvidenceRow[],
  o: { title: string; notes: readonly string[]; csv: string; key: KeyObject },
): Buffer {
  const document = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: edge,
    // Streams are not compressed: the command that verifies a pack reads the attached rows without a library.
    compress: false,
    bufferPages: true,
    info: { Title: o.title, Subject: o.notes.join(' ') },
  });
  for (const font of fonts) document.registerFont(font.name, font.bytes());
  document.file(Buffer.from(o.csv, 'utf8'), { name: 'evidence.csv', type: 'text/csv' });
  document.fontSize(size);
  for (const note of o.notes)
    write(document, note, { x: edge, y: document.y, width: widthFrom(document, edge) });
  document.moveDown();
  for (const [n, row] of rows.entries()) writeRow(document, row, n);
  writeFooters(document, o.title);
  document.end();
  return signed(document.read() as Buffer, o.key);
}

const signed = (bytes: Buffer, key: KeyObject): Buffer =>
  Buffer.concat([
    bytes,
    Buffer.from(`\n%recoup-evidence ${publishedKey(key)} ${sign(null, bytes, key).toString('hex')}\n`),
  ]);
