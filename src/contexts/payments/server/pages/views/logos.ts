/** Drawn for these pages; not the lenders' real logos. */
import { Html } from '#kernel/server/http/pages/html.ts';

const mark = (colour: string, path: string): Html =>
  new Html(
    `<svg viewBox="0 0 48 48" aria-hidden="true"><rect width="48" height="48" rx="12" fill="${colour}"/><path d="${path}" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/></svg>`,
  );
const leaf = mark('#7a2e8e', 'M14 34C14 20 22 13 35 13c0 13-7 21-21 21zm0 0 11-11');
const lamp = mark('#a33c00', 'M24 10v6m0 16v6M10 24h6m16 0h6M19 24a5 5 0 1 0 10 0 5 5 0 0 0-10 0z');
const pillars = mark('#174a8c', 'M12 20 24 12l12 8H12zm4 4v9m8-9v9m8-9v9M12 37h24');

/** The logo of a lender by name: Svasti, Light, or the asset reconstruction company (G122). */
export function logoOf(name: string): Html {
  const word = name.toLowerCase();
  if (word.includes('svasti')) return leaf;
  return word.includes('light') ? lamp : pillars;
}

const sign = (path: string): Html =>
  new Html(
    `<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="11" fill="none" stroke="currentColor" stroke-width="2"/><path d="${path}" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>`,
  );
export const signs = {
  success: sign('m7 12.5 3.5 3.5L17 9'),
  failed: sign('m8 8 8 8m0-8-8 8'),
  grey: sign('M12 7v6m0 4v.01'),
};
