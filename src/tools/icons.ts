/**
 * Renders the app's icons from public/favicon.svg with a browser: `node src/tools/icons.ts`. Run after changing the
 * logo.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { chromium } from 'playwright';

const folder = 'public/icons';
const brand = '#00785d';

interface IconSpec {
  file: string;
  size: number;
  /** Scale of the logo; a maskable icon fits inside the safe circle. */
  scale: number;
  /** Full-bleed: the system applies its mask. */
  isFull: boolean;
}
const icons: IconSpec[] = [
  { file: 'icon-192.png', size: 192, scale: 1, isFull: false },
  { file: 'icon-512.png', size: 512, scale: 1, isFull: false },
  { file: 'maskable-512.png', size: 512, scale: 0.78, isFull: true },
  { file: 'apple-180.png', size: 180, scale: 0.9, isFull: true },
];

const page = (svg: string, { size, scale, isFull }: IconSpec): string =>
  `<body style="margin:0;width:${size}px;height:${size}px;display:grid;place-items:center;background:${isFull ? brand : 'transparent'}">
<div style="width:${size * scale}px;height:${size * scale}px">${svg}</div></body>`;

const svg = await readFile('public/favicon.svg', 'utf8');
await mkdir(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: process.env['CHROMIUM'], args: ['--no-sandbox'] });
const tab = await browser.newPage();
for (const icon of icons) {
  await tab.setViewportSize({ width: icon.size, height: icon.size });
  await tab.setContent(page(svg, icon));
  await tab.screenshot({ path: `${folder}/${icon.file}`, omitBackground: !icon.isFull });
}
await browser.close();
