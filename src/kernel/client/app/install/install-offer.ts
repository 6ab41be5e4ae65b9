/** The browser's install prompt, captured before React loads because it fires once. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>;
}
let offer: InstallPrompt | undefined;
const viewers = new Set<() => void>();

function put(next: InstallPrompt | undefined): void {
  offer = next;
  for (const viewer of viewers) viewer();
}

export function watchInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    put(event as InstallPrompt);
  });
  window.addEventListener('appinstalled', () => put(undefined));
}

export const installOffer = {
  isOpen: (): boolean => offer !== undefined,
  subscribe(viewer: () => void): () => void {
    viewers.add(viewer);
    return () => void viewers.delete(viewer);
  },
  async take(): Promise<void> {
    const current = offer;
    put(undefined);
    await current?.prompt();
  },
};
