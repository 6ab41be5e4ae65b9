/** Recordings that an Asterisk stores: which of its files are ours, how large they are, and how they are read and deleted. */
import { type Ari, isGood, mustOf } from '../ari.ts';
import {
  isPrefixed,
  isThere,
  mostParts,
  partOf,
  recordingNames,
  testPrefix,
} from '../asterisk-recordings.ts';
import type { StoredRecordings } from '../../port.ts';

/** Name of a test recording, with its creation time. */
export const testName = (now: Date, random: string): string => `${testPrefix}${now.getTime()}-${random}`;

/** Age of a test recording that no server is reading any more. */
const leftAfterMs = 3_600_000;
const uuid = '[\\da-f]{8}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{4}-[\\da-f]{12}';
const ofCall = new RegExp(`^(.*?)(${uuid})(?:-part-(\\d{1,3}))?$`);
const ofTest = new RegExp(`^${testPrefix}(\\d+)-[\\da-f]+$`);

/** Parses the name of a file; undefined if it belongs to another PBX or another agency on the same exchange. */
export function ownName(
  app: string,
  name: string,
): { recId: string; part: number; isProven: boolean } | { testedAt: number } | undefined {
  const [, prefix, recId = '', part] = ofCall.exec(name) ?? [];
  if (prefix !== undefined) {
    const no = part === undefined ? 1 : Number(part);
    const names = recordingNames({ app, prefixesRecordings: true }, recId);
    const isOurs = no > 0 && no <= mostParts && names.some((one) => name === partOf(one, no));
    return isOurs ? { recId, part: no, isProven: app !== 'recoup' || isPrefixed(name) } : undefined;
  }
  const [, at] = ofTest.exec(name) ?? [];
  return at === undefined ? undefined : { testedAt: Number(at) };
}

/** Names of its files in the format that we record. */
const namesOf = async (ari: Ari): Promise<string[]> => {
  const { status, body } = await ari.ask('GET', '/recordings/stored');
  // Without its folder an exchange stores nothing, and some versions answer an error.
  if (!isGood(status) || !Array.isArray(body))
    throw new Error(`asterisk: /recordings/stored answered ${status}`);
  return (body as { name: string; format: string }[]).flatMap((one) =>
    one.format === 'wav' ? one.name : [],
  );
};

/** Maximum number of files with a size query, evenly spread: an exchange searches its entire folder for each. */
const mostMeasured = 100;
async function bytesOf(ari: Ari, names: readonly string[]): Promise<number> {
  const step = Math.max(1, names.length / mostMeasured);
  const measured = names.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
  let sum = 0;
  for (const name of measured) sum += (await ari.sizeOf(`/recordings/stored/${name}/file`)) ?? 0;
  return measured.length === 0 ? 0 : Math.round((sum * names.length) / measured.length);
}

/** Lists files with our names, and deletes test recordings of a killed server. */
export async function storedOn(ari: Ari, app: string, now: Date): Promise<StoredRecordings> {
  const recordings = new Map<string, { parts: number; isProven: boolean }>();
  const files: string[] = [];
  for (const name of await namesOf(ari)) {
    const own = ownName(app, name);
    if (own && 'recId' in own) {
      files.push(name);
      const { parts = 0, isProven = true } = recordings.get(own.recId) ?? {};
      recordings.set(own.recId, { parts: Math.max(parts, own.part), isProven: isProven && own.isProven });
    } else if (own && now.getTime() - own.testedAt > leftAfterMs) await removeFile(ari, name);
  }
  return {
    recordings: [...recordings].map(([recId, found]) => ({ recId, ...found })),
    files: files.length,
    bytes: await bytesOf(ari, files),
  };
}

export const removeFile = (ari: Ari, name: string): Promise<unknown> =>
  mustOf(ari)('DELETE', `/recordings/stored/${name}`, {}, [404]);

/** Deletes from the last part to the first, so that a server killed in between finds the others. */
export async function removeParts(ari: Ari, recId: string, atLeast: number): Promise<void> {
  let last = 0;
  for (let no = 1; no <= mostParts; no += 1) {
    const name = partOf(recId, no);
    if (await isThere(ari, 'live', name)) throw new Error('the exchange is still recording');
    if (await isThere(ari, 'stored', name)) last = no;
    else if (no >= atLeast) break;
  }
  for (let no = last; no > 0; no -= 1) await removeFile(ari, partOf(recId, no));
}
