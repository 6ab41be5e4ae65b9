/** Whether it is really us at the other end: a captive portal answers too, but not with our header. */
import { system } from '#kernel/contract/system.ts';
import { requestOf } from './request.ts';
import { hearTime } from './server-clock.ts';

const pongHeader = 'X-App-Pong';
const patience = 5000;

export async function isServerThere(): Promise<boolean> {
  const sentAt = Date.now();
  try {
    const response = await fetch(requestOf(system.ping, {}).url, {
      cache: 'no-store',
      signal: AbortSignal.timeout(patience),
    });
    const isOurs = response.headers.get(pongHeader) === '1';
    if (isOurs) hearTime(response, sentAt);
    return isOurs;
  } catch {
    // No answer is an answer here: not reachable.
    return false;
  }
}
