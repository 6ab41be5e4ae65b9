/** The package brings no types: bytes of a typeface in, bytes of the part of it that draws `text` out. */
declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2';
    keepFeatures?: string[];
    dropTables?: string[];
    variationAxes?: Record<string, number | { min: number; max: number }>;
  }
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
