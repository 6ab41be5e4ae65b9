/** Inter loads in parallel with the console: until then a fallback with equal metrics is shown. */
import { files, hyphen } from 'virtual:typeface';
import './typeface.css';

const isAble = globalThis.FontFace !== undefined;
const weight = '400 700';
const faces = (isAble ? files : []).map(
  ({ url, range }) =>
    new FontFace('Inter', `url(${url}) format('woff2')`, { weight, unicodeRange: range, display: 'swap' }),
);
const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
/** Loaded with the code; shown only with the others. */
const own = isAble
  ? [new FontFace('Inter', bytesOf(hyphen.data), { weight, unicodeRange: hyphen.range })]
  : [];

/** The letters of every day; others are fetched where they are shown. */
export function fetchTypeface(): void {
  // Without them the fallback remains.
  void faces[0]?.load().catch(() => undefined);
}

/** Applied at the next render: changed wrapping then shifts nothing. */
export function showTypeface(): void {
  for (const face of [...faces, ...own]) document.fonts.add(face);
}

/** On pages outside the console: loaded after they are visible, so that nothing is delayed. */
export function bringTypefaceLater(): void {
  const eye = new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return;
    eye.disconnect();
    void faces[0]?.load().then(showTypeface, () => undefined);
  });
  eye.observe({ type: 'paint', buffered: true });
}
