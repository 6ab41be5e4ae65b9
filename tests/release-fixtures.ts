/** Small filled backups that releases left of themselves: `npm run release:fixture` writes the one of the present version. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const fixtureFolder = fileURLToPath(new URL('./fixtures/', import.meta.url));
/** SECRETS_KEY of the fixtures. It protects no one: all people and loans in them are invented. */
export const fixtureKey = Buffer.alloc(32, 'recoup fixture').toString('base64');
/** Paths of all fixtures, oldest release first. */
export const releaseFixtures = (): string[] =>
  readdirSync(fixtureFolder)
    .filter((name) => /^recoup-\d+\.\d+\.\d+\.backup\.gz$/.test(name))
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((name) => `${fixtureFolder}${name}`);
