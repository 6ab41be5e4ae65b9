/** The build writes the console's files here; in development there are none. */
const listed = (): string[] =>
  document.querySelector<HTMLMetaElement>('meta[name="console-files"]')?.content.split(' ').filter(Boolean) ??
  [];

/** Fetches the console's files without running them. */
export function prefetchConsole(): void {
  for (const href of listed()) {
    const link = document.createElement('link');
    if (href.endsWith('.css')) {
      link.rel = 'preload';
      link.as = 'style';
    } else link.rel = 'modulepreload';
    // Must match the imports' mode, or the browser would fetch them twice.
    link.crossOrigin = '';
    link.href = href;
    document.head.append(link);
  }
}
