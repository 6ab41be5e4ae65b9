/** Whether the device's data belongs to the responding agency; reads the disk only if the marker differs. */
import { agencyMark, keepAgencyMark } from '#kernel/client/app/preferences.ts';
import { currentAgency } from '#kernel/client/session/session.tsx';
import type { DeviceStore } from '#kernel/offline/outbox/idb-store.ts';

let met: string | undefined;

/** The device's data must be checked first. */
export function isNewAgency(): boolean {
  const agency = currentAgency();
  return agency !== undefined && agency !== agencyMark() && agency !== met;
}

let meeting: Promise<void> | undefined;
/** Runs `then`, unless the page reloads for users of another agency. */
export function meetAgency(store: DeviceStore, then: () => Promise<void>): Promise<void> {
  return (meeting ??= meetNow(store, then));
}

/** A first visit needs no further check. */
const holdsNothing = async (store: DeviceStore): Promise<boolean> =>
  agencyMark() === undefined && (await store.read((tx) => tx.meta())) === undefined;

async function meetNow(store: DeviceStore, then: () => Promise<void>): Promise<void> {
  const agency = currentAgency() ?? '';
  try {
    if (await holdsNothing(store)) keepAgencyMark(agency);
    else if (await (await import('./another-agency.ts')).meet(store, agency)) return;
  } catch (error) {
    // A browser without storage has no data of others; unreadable data is checked before sending.
    reportError(error);
  }
  met = agency;
  meeting = undefined;
  await then();
}
