/** What a provider does with recordings, on an Asterisk. */
import type { Ari, AriOptions } from '../ari.ts';
import { type Naming, findName, recordingOf } from '../asterisk-recordings.ts';
import type { TelephonyProvider } from '../../port.ts';
import { removeParts, storedOn } from './copies.ts';
import { testRecorder } from './recorder.ts';

type Store = Required<
  Pick<TelephonyProvider, 'fetchRecording' | 'storedRecordings' | 'removeRecording' | 'testRecording'>
>;

export const recordingStoreOf = (ari: Ari, o: Naming & Pick<AriOptions, 'answers'>): Store => ({
  fetchRecording: async (recId) => recordingOf(ari, await findName(ari, o, recId)),
  storedRecordings: (now) => storedOn(ari, o.app, now),
  removeRecording: async (recId, parts) => removeParts(ari, await findName(ari, o, recId), parts),
  testRecording: (now) =>
    o.answers === '' ? Promise.resolve({ fault: 'untested', detail: '' }) : testRecorder(ari, o.app, now),
});
