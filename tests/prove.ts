/**
 * Property tests with long seeded histories live in `*.prove.test.ts`: `npm test` runs a slice of some seconds,
 * `npm run prove` as many as are promised. PROVE_SEED repeats one of them.
 */
const isLong = process.env['PROVE'] === '1';

/** A few runs with every test, many when it is to be proven. */
export const runsOf = <T>(few: T, many: T): T => (isLong ? many : few);
export const timeout = isLong ? 3_600_000 : 60_000;
/** The slice is the same each time; long histories are new ones. A failure names its seed. */
export const seed = Number(process.env['PROVE_SEED'] ?? (isLong ? Date.now() : 20261122));
