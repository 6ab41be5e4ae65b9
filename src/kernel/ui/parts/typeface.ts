/** Inter comes beside the console's files: until then letters of the same measure stand in its place. */
import { files } from 'virtual:typeface';
import './typeface.css';

const faces = (globalThis.FontFace ? files : []).map(
  ({ url, range }) =>
    new FontFace('Inter', `url(${url}) format('woff2')`, {
      weight: '400 700',
      unicodeRange: range,
      display: 'swap',
    }),
);

/** The letters of every day; others are fetched where they are shown. */
export function fetchTypeface(): void {
  // Without them it stays with those that stand in.
  void faces[0]?.load().catch(() => undefined);
}

/** With what is drawn anew: lines that break elsewhere then move nothing. */
export function showTypeface(): void {
  for (const face of faces) document.fonts.add(face);
}

/** On pages that stand without the console: once they are seen, so that nothing of them waits for letters. */
export function bringTypefaceLater(): void {
  const eye = new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return;
    eye.disconnect();
    void faces[0]?.load().then(showTypeface, () => undefined);
  });
  eye.observe({ type: 'paint', buffered: true });
}
