/** What an Asterisk has recorded. */
import { type Ari, isGood } from './ari.ts';
import type { Recording } from './port.ts';
import { isWholeWav } from './wav.ts';

/** Whole only once its call is over: until then the exchange gives what it has written so far, without a length. */
export async function recordingOf(ari: Ari, recId: string): Promise<Recording> {
  const live = await ari.ask('GET', `/recordings/live/${recId}`);
  if (isGood(live.status)) throw new Error('the exchange is still recording');
  const found = await ari.bytes(`/recordings/stored/${recId}/file`);
  if (!found) throw new Error('the exchange has no such recording');
  if (!isWholeWav(found.bytes)) throw new Error('the recording is not finished');
  return found;
}
