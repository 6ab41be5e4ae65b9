/** Inter comes after the first paint: until then letters of the same measure stand in its place. */
import { files } from 'virtual:typeface';
import './typeface.css';

export function loadTypeface(): void {
  // Two frames later the first picture stands.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      for (const { url, range } of files)
        document.fonts.add(
          new FontFace('Inter', `url(${url}) format('woff2')`, {
            weight: '400 700',
            unicodeRange: range,
            display: 'swap',
          }),
        );
    }),
  );
}
