/** Whether it is really us at the other end: a captive portal answers too, but not with our header. */
import { system } from '#contract/kernel/system.ts';
import { requestOf } from './request.ts';

const pongHeader = 'X-App-Pong';
const patience = 5000;

export async function isServerThere(): Promise<boolean> {
  try {
    const response = await fetch(requestOf(system.ping, {}).url, {
      cache: 'no-store',
      signal: AbortSignal.timeout(patience),
    });
    return response.headers.get(pongHeader) === '1';
  } catch {
    // No answer is an answer here: not reachable.
    return false;
  }
}
