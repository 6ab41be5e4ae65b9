/**
 * Property tests with long seeded histories live in `*.prove.test.ts`: `npm test` runs a slice of some seconds,
 * `npm run prove` as many as are promised, or a share of them. PROVE_SEED repeats one of them.
 */
const share = Number(process.env['PROVE'] ?? 0);
export const isLong = share > 0;

/** Few runs by default, many for proofs, or a fraction. */
export function runsOf<T>(few: T, many: T): T {
  if (!isLong) return few;
  if (typeof many === 'number' && typeof few === 'number')
    return Math.max(few, Math.round(many * share)) as T;
  return share < 1 ? few : many;
}
/** The slice needs seconds of CPU, minutes on a shared host. */
export const timeout = isLong ? 3_600_000 : 600_000;
/** The slice is the same each time; long histories are new ones. A failure names its seed. */
export const seed = Number(process.env['PROVE_SEED'] ?? (isLong ? Date.now() : 20261122));
