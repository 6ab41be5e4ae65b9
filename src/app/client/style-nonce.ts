/** The build's nonce, without which the browser refuses the style elements Mantine makes. */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';
