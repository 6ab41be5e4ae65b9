/** Splits a photo into parts that each fit into an entry: delivered ones are not resent after an interruption. */
import type { Input } from '#kernel/contract/endpoint.ts';
import { mostPhotoText, type visits } from '#contexts/work/contract/visits.ts';

type Part = Pick<Input<typeof visits.photo>, 'data' | 'part' | 'parts' | 'digest'>;

async function digestOf(photo: string): Promise<string> {
  const bytes = Uint8Array.from(atob(photo), (letter) => letter.charCodeAt(0));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** `photo` is base64; parts are split at base64 group boundaries. */
export async function photoParts(photo: string): Promise<Part[]> {
  const parts = Math.ceil(photo.length / mostPhotoText);
  if (parts <= 1) return [{ data: photo }];
  const digest = await digestOf(photo);
  return Array.from({ length: parts }, (_, part) => ({
    data: photo.slice(part * mostPhotoText, (part + 1) * mostPhotoText),
    part,
    parts,
    digest,
  }));
}
