/** When this person saved the same within the last two minutes: on this device, or straight to the server from this page. */
import { canonical } from '#kernel/contract/outbox/canonical.ts';
import type { Meta } from '#kernel/offline/outbox/item.ts';
import { likenessOf, withLately, writtenLately } from '#kernel/offline/outbox/lately.ts';
import { store } from './page.ts';

/** What was sent without being stored: this page alone knows it. */
let here: Pick<Meta, 'lately'> = {};

/** Nothing is stored at an address that is not secure, and there are no digests. */
export const likenessHere = async (about: object): Promise<string> =>
  isSecureContext ? likenessOf(about) : canonical(about);

export function noteHere(id: string, likeness: string | undefined): void {
  if (likeness !== undefined) here = withLately(here, { id, likeness, at: Date.now() });
}

export async function savedLately(about: object): Promise<number | undefined> {
  const likeness = await likenessHere(about);
  const now = Date.now();
  const noted = writtenLately(here, likeness, now);
  if (noted !== undefined || !isSecureContext) return noted;
  // A database that cannot be read has no entry of a moment ago that could be read either.
  const meta = await store.read((tx) => tx.meta()).catch(() => undefined);
  return writtenLately(meta, likeness, now);
}
