/** Server-rendered HTML: interpolated values are escaped, unless they are `Html`. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? '');

type Part = Html | string | number | false | null | undefined | readonly Part[];
const written = (part: Part): string => {
  if (part === false || part === null || part === undefined) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'string') return escaped(part);
  if (typeof part === 'number') return String(part);
  return part.map(written).join('');
};

export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(strings.map((piece, i) => (i === 0 ? piece : written(parts[i - 1]) + piece)).join(''));
