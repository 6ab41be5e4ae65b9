/** Whether what is kept here is of the agency that answers; asked of the disk only where a mark says something else. */
import { agencyMark, keepAgencyMark } from '#kernel/client/app/preferences.ts';
import { currentAgency } from '#kernel/client/session/session.tsx';
import type { DeviceStore } from '#kernel/offline/outbox/idb-store.ts';

let met: string | undefined;

/** What this device holds must be looked at first. */
export function isNewAgency(): boolean {
  const agency = currentAgency();
  return agency !== undefined && agency !== agencyMark() && agency !== met;
}

let meeting: Promise<void> | undefined;
/** Then what follows, unless the page is loaded anew for people of another agency than before. */
export function meetAgency(store: DeviceStore, then: () => Promise<void>): Promise<void> {
  return (meeting ??= meetNow(store, then));
}

/** A first visit, which waits for nothing more. */
const holdsNothing = async (store: DeviceStore): Promise<boolean> =>
  agencyMark() === undefined && (await store.read((tx) => tx.meta())) === undefined;

async function meetNow(store: DeviceStore, then: () => Promise<void>): Promise<void> {
  const agency = currentAgency() ?? '';
  try {
    if (await holdsNothing(store)) keepAgencyMark(agency);
    else if (await (await import('./another-agency.ts')).meet(store, agency)) return;
  } catch (error) {
    // A browser that keeps nothing holds nothing of another; what cannot be read now is looked at before it is sent.
    reportError(error);
  }
  met = agency;
  meeting = undefined;
  await then();
}
