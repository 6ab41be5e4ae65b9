/** Checks whether our server responds. */
import { system } from '#kernel/contract/system.ts';
import { type Absence, absenceFor, absenceIn } from './ours.ts';
import { requestOf } from './request.ts';
import { hearTime } from './server-clock.ts';

const patience = 5000;

/** Undefined when our server answers. */
export async function lookForServer(): Promise<Absence | undefined> {
  const sentAt = Date.now();
  try {
    const response = await fetch(requestOf(system.ping, {}).url, {
      cache: 'no-store',
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
    });
    const absence = absenceIn(response) ?? (response.ok ? undefined : 'server');
    if (!absence) hearTime(response, sentAt);
    return absence;
  } catch (error) {
    return absenceFor(error);
  }
}

export const isServerThere = async (): Promise<boolean> => (await lookForServer()) === undefined;
