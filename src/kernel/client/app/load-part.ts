/**
 * Loads a split chunk of the client instead of Vite's helper. Chrome before version 156 never retries an import or a
 * module preload that failed once, so "Try again" could not help. A chunk that a user opens is therefore fetched
 * first, and imported once all its files have arrived. The app start is exempt: it would fetch its files twice.
 */
const arrivals = new Map<string, Promise<void>>();

const missingPart = (address: string): Error =>
  new Error(`Failed to fetch dynamically imported module: ${address}`);

async function fetchCode(address: string): Promise<void> {
  const answer = await fetch(address).catch(() => undefined);
  // A captive portal returns an HTML page.
  if (!answer?.ok || !/javascript/.test(answer.headers.get('content-type') ?? '')) throw missingPart(address);
  await answer.arrayBuffer();
}

const addLink = (address: string, rel: string, more: Partial<HTMLLinkElement> = {}): void =>
  document.head.append(
    Object.assign(document.createElement('link'), { rel, crossOrigin: '', href: address, ...more }),
  );

const addStylesheet = (address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    addLink(address, 'stylesheet', {
      onload: () => resolve(),
      onerror(this: HTMLLinkElement) {
        this.remove();
        reject(missingPart(address));
      },
    });
  });

/** True if the page itself has the file: as script, style or preload. */
const isOfPage = (address: string): boolean =>
  document.querySelector(`head :is([href="${address}"]:not([rel="preload"]), [src="${address}"])`) !== null;

const isUsed = (): boolean => navigator.userActivation?.hasBeenActive || !navigator.onLine;

async function fetchPart(address: string): Promise<void> {
  const before = arrivals.get(address);
  if (before || isOfPage(address)) return before;
  const isStyle = address.endsWith('.css');
  if (!isStyle && !isUsed()) return addLink(address, 'modulepreload');
  const arrival = isStyle ? addStylesheet(address) : fetchCode(address);
  arrivals.set(address, arrival);
  arrival.catch(() => arrivals.delete(address));
  return arrival;
}

/** Imports a chunk; `files` are its scripts and styles, relative to the root of the site. */
export async function loadPart<T>(part: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  await Promise.all(files.map((file) => fetchPart(`/${file}`)));
  return part();
}
