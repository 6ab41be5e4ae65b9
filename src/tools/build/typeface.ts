import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const whole = fileURLToPath(
  new URL('../../../node_modules/inter-ui/variable/InterVariable.woff2', import.meta.url),
);
const id = 'virtual:typeface';
/** What browsers use unasked, and figures of one width; all of Inter's variants would double the file. */
const features = ['calt', 'ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rclt', 'rlig', 'rvrn', 'tnum'];
/** A separate face without variants: with tabular digits, “no-dues” would break at its hyphen. */
const hyphen = { range: 'U+2D', text: '-' };
/** Latin of every day with rupee, arrows and punctuation; accented letters are fetched only where they are shown. */
const parts = {
  latin:
    'U+20-2C,U+2E-7E,U+A0,U+B0,U+B7,U+D7,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+20B9,U+2190-2193,U+2212,U+2713',
  accents: 'U+A1-AF,U+B1-B6,U+B8-D6,U+D8-17F,U+2010-2012,U+2015,U+2032-2033',
} as const;
type Part = keyof typeof parts;

/** The characters of a CSS unicode-range. */
function charactersOf(range: string): string {
  const characters: string[] = [];
  for (const span of range.split(',')) {
    const [from = '', to = from] = span.slice(2).split('-');
    for (let point = parseInt(from, 16); point <= parseInt(to, 16); point += 1)
      characters.push(String.fromCodePoint(point));
  }
  return characters.join('');
}

interface Cut {
  fileName: string;
  range: string;
  bytes: Buffer;
}

const drawn = (text: string, keepFeatures: string[], dropTables?: string[]): Promise<Buffer> =>
  subsetFont(fs.readFileSync(whole), text, {
    targetFormat: 'woff2',
    variationAxes: { opsz: 14, wght: { min: 400, max: 700 } },
    keepFeatures,
    ...(dropTables && { dropTables }),
  });

async function cut(part: Part): Promise<Cut> {
  const range = parts[part];
  const bytes = await drawn(charactersOf(range), features);
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 8);
  return { fileName: `assets/inter-${part}-${hash}.woff2`, range, bytes };
}

/** Subset of Inter: a module with its file names and character ranges. */
export function typeface(): Plugin {
  let cuts: Promise<Cut[]> | undefined;
  const all = (): Promise<Cut[]> => (cuts ??= Promise.all([cut('latin'), cut('accents')]));
  return {
    name: 'recoup:typeface',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    async load(source) {
      if (source !== `\0${id}`) return undefined;
      const files = (await all()).map(({ fileName, range }) => ({ url: `/${fileName}`, range }));
      // Half a kilobyte, inlined: cheaper than a request. Firefox requires the name table.
      const data = (await drawn(hyphen.text, [], ['GSUB', 'GPOS', 'GDEF', 'STAT'])).toString('base64');
      return `export const files = ${JSON.stringify(files)}; export const hyphen = ${JSON.stringify({ range: hyphen.range, data })};`;
    },
    async generateBundle() {
      for (const { fileName, bytes } of await all())
        this.emitFile({ type: 'asset', fileName, source: bytes });
    },
    async configureServer(server) {
      const known = await all();
      server.middlewares.use((request, response, next) => {
        const found = known.find(({ fileName }) => request.url === `/${fileName}`);
        if (!found) return next();
        response.setHeader('Content-Type', 'font/woff2');
        return response.end(found.bytes);
      });
    },
  };
}
