/** What a provider does with recordings, on an Asterisk. */
import type { Ari, AriOptions } from '../ari.ts';
import { recordingName, recordingOf } from '../asterisk-recordings.ts';
import type { TelephonyProvider } from '../port.ts';
import { removeParts, storedOn } from './copies.ts';
import { testRecorder } from './recorder.ts';

type Store = Required<
  Pick<TelephonyProvider, 'fetchRecording' | 'storedRecordings' | 'removeRecording' | 'testRecording'>
>;

export const recordingStoreOf = (ari: Ari, { app, answers }: Pick<AriOptions, 'app' | 'answers'>): Store => ({
  fetchRecording: (recId) => recordingOf(ari, recordingName(app, recId)),
  storedRecordings: (now) => storedOn(ari, app, now),
  removeRecording: (recId, parts) => removeParts(ari, recordingName(app, recId), parts),
  testRecording: (now) =>
    answers === '' ? Promise.resolve({ fault: 'untested', detail: '' }) : testRecorder(ari, app, now),
});
