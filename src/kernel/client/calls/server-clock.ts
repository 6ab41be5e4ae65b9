import { serverTimeHeader } from './ours.ts';

/** Offset of this device's clock from the server's, estimated from responses. */
const storageKey = 'recoup-clock';
/** A slower response is too inaccurate. */
const slow = 10_000;
const jump = 2000;
const writeEvery = 10 * 60_000;
const worthWriting = 500;

interface Heard {
  skewMs: number;
  /** What this device showed then. */
  wall: number;
  /** The page's monotonic clock at that time; useless to another page. */
  mono?: number;
}
interface Shelf {
  getItem: (key: string) => string | null;
  setItem: (key: string, value: string) => void;
}
/** The worker has none: it only sends. */
const shelf = (): Shelf | undefined => (globalThis as { localStorage?: Shelf }).localStorage;

let heard: Heard | undefined;
let written: Heard | undefined;

function write({ skewMs, wall }: Heard): void {
  const isNews = !written || Math.abs(written.skewMs - skewMs) > worthWriting;
  if (!isNews && Math.abs(wall - (written?.wall ?? 0)) < writeEvery) return;
  written = { skewMs, wall };
  try {
    shelf()?.setItem(storageKey, JSON.stringify(written));
  } catch {
    // Blocked or full: lasts until this page is closed.
  }
}

function stored(): Heard | undefined {
  try {
    return JSON.parse(shelf()?.getItem(storageKey) ?? 'null') as Heard | undefined;
  } catch {
    return undefined; // forbidden, or not ours
  }
}

/** Reads the server's clock from the response to a request sent at `sentAt`. */
export function hearTime(response: Response, sentAt: number): void {
  const said = Date.parse(response.headers.get(serverTimeHeader) ?? '');
  const wall = Date.now();
  const took = wall - sentAt;
  if (Number.isNaN(said) || took < 0 || (took > slow && heard)) return;
  // It was that late there when the answer was half way.
  heard = { skewMs: Math.round(said - (sentAt + took / 2)), wall, mono: performance.now() };
  write(heard);
}

/**
 * Current estimate of this device's clock. A clock earlier than its latest value was set to the past; one that ran fast
 * may only have slept, as the page's monotonic clock does with the phone, so that is no sign of a changed clock.
 */
export function clockNow(latestWall = 0): {
  wall: string;
  tzMin: number;
  skewMs: number | null;
  skewAgeMs: number | null;
  monoOk: boolean;
} {
  const wall = Date.now();
  const known = heard ?? stored() ?? undefined;
  const before =
    known?.mono === undefined
      ? Math.max(latestWall, known?.wall ?? 0)
      : known.wall + performance.now() - known.mono;
  return {
    wall: new Date(wall).toISOString(),
    tzMin: -new Date(wall).getTimezoneOffset(),
    skewMs: known?.skewMs ?? null,
    skewAgeMs: known ? Math.max(0, Math.round(wall - known.wall)) : null,
    monoOk: wall >= before - jump,
  };
}
