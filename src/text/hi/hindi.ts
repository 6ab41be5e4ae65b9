/** Everything that is said in Hindi, by domain; what is missing here is said in English. */
import { appHindi } from './app.ts';
import { sessionHindi } from './session.ts';

export const hindi = { app: appHindi, session: sessionHindi };
