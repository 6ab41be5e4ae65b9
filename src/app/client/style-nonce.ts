/** The build's nonce, required by the CSP for Mantine's style elements. */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';
