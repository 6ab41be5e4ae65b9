/** Written by `tools/build/typeface.ts`: where the files of the typeface lie and which characters each draws. */
declare module 'virtual:typeface' {
  export const files: readonly { url: string; range: string }[];
  /** In base64. */
  export const hyphen: { range: string; data: string };
}
