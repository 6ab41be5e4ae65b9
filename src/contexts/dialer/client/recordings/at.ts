/** Recording screens with the URL of each shell. */
import { recordingScreen } from './recording.screen.tsx';
import { recordingsScreen } from './recordings.screen.tsx';

export const recordingsAt = {
  desk: { list: recordingsScreen('/recording'), one: recordingScreen('/recordings') },
  admin: { list: recordingsScreen('/admin/recording'), one: recordingScreen('/admin/recordings') },
} as const;
