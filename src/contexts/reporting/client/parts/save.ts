/** Saves a table or a picture as a file, generated on this device. */

/** Marks a cell that a spreadsheet would run as a formula as text. Pure. */
const cellOf = (value: string | number): string => {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export const csvOf = (heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  `\uFEFF${[heads, ...rows].map((cells) => cells.map(cellOf).join(',')).join('\r\n')}\r\n`;

export function saveAs(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

const drawn = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'opacity',
  'fill-opacity',
  'font-size',
  'font-family',
];

/** A chart with the colours it has on screen, as a PNG of twice its size. */
export async function pictureOf(svg: SVGSVGElement, ground: string): Promise<Blob | null> {
  const { width, height } = svg.getBoundingClientRect();
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const shown = [svg, ...svg.querySelectorAll('*')];
  for (const [i, element] of [copy, ...copy.querySelectorAll('*')].entries()) {
    const from = shown[i];
    if (!from) continue;
    const style = getComputedStyle(from);
    for (const name of drawn) element.setAttribute(name, style.getPropertyValue(name));
    element.removeAttribute('style');
    element.removeAttribute('class');
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * 2;
  canvas.height = height * 2;
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  pen.fillStyle = ground;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
