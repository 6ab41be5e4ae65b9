/** Validation of visits and photos. Pure. */
import { kilometresAway, metresBetween } from '#contexts/work/contract/visit-place.ts';
import { Failure, type FieldIssue } from '#kernel/contract/failure.ts';

interface Place {
  place: 'found' | 'refused' | 'none';
  latitude?: number;
  longitude?: number;
  accuracy?: number;
  ageSeconds?: number;
}
export interface KeptPlace {
  place: Place['place'];
  latitude: number | null;
  longitude: number | null;
  accuracy: number | null;
  ageSeconds: number | null;
}

/** A position is complete or absent: partial ones are useless. */
export function soundPlace({ place, latitude, longitude, accuracy, ageSeconds }: Place): KeptPlace {
  if (place !== 'found') return { place, latitude: null, longitude: null, accuracy: null, ageSeconds: null };
  const given = { latitude, longitude };
  const missing = Object.entries(given).filter(([, value]) => value === undefined);
  const issues: FieldIssue[] = missing.map(([path]) => ({ path, fault: 'required' }));
  if (latitude === undefined || longitude === undefined) throw new Failure('INVALID_INPUT', {}, issues);
  return { place, latitude, longitude, accuracy: accuracy ?? null, ageSeconds: ageSeconds ?? null };
}

/** Distances of a visit from the address and from where the borrower was met; null where unknown. */
export interface Distance {
  awayKm: number | null;
  metresFromMet: number | null;
}
/** Address of a loan's borrower, as far as available. */
export interface Home {
  pincode: string | null;
  latitude: number | null;
  longitude: number | null;
}

/** Distance of a position from the address, and from where the borrower was met. */
export function distanceOf({ latitude, longitude }: KeptPlace, home: Home): Distance {
  if (latitude === null || longitude === null) return { awayKm: null, metresFromMet: null };
  const spot = { latitude, longitude };
  const met =
    home.latitude === null || home.longitude === null
      ? undefined
      : { latitude: home.latitude, longitude: home.longitude };
  return {
    awayKm: kilometresAway(home.pincode, spot) ?? null,
    metresFromMet: met ? Math.round(metresBetween(met, spot)) : null,
  };
}

const starts = (bytes: Buffer, magic: string, at = 0): boolean =>
  bytes.subarray(at, at + magic.length).toString('latin1') === magic;

/** The image type by its magic bytes, not by its declared type. */
export function photoTypeOf(bytes: Buffer): 'image/jpeg' | 'image/webp' {
  if (starts(bytes, '\u00FF\u00D8\u00FF')) return 'image/jpeg';
  if (starts(bytes, 'RIFF') && starts(bytes, 'WEBP', 8)) return 'image/webp';
  throw new Failure('INVALID_INPUT', {}, [{ path: 'data', fault: 'invalid' }]);
}

export interface PhotoPart {
  part: number;
  parts: number;
  digest: string;
}

/** Part of a photo; undefined for a complete one. A part has all three fields. */
export function partOf({
  part,
  parts,
  digest,
}: {
  [K in keyof PhotoPart]?: PhotoPart[K];
}): PhotoPart | undefined {
  if (part === undefined && parts === undefined) return undefined;
  const missing = Object.entries({ part, parts, digest }).filter(([, value]) => value === undefined);
  const issues: FieldIssue[] = missing.map(([path]) => ({ path, fault: 'required' }));
  if (part === undefined || parts === undefined || digest === undefined)
    throw new Failure('INVALID_INPUT', {}, issues);
  if (part >= parts) throw new Failure('INVALID_INPUT', {}, [{ path: 'part', fault: 'invalid' }]);
  return parts === 1 ? undefined : { part, parts, digest };
}
