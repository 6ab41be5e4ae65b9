/** The sound of a message, named by its words: what was spoken of other words is never played for these. Pure. */
import { createHash } from 'node:crypto';

const letters = 12;
const before = 'message-';
export const soundOf = (text: string): string =>
  `${before}${createHash('sha256').update(text.normalize('NFC').trim()).digest('hex').slice(0, letters)}`;
/** What the dialplan is asked for. */
export const extensionOf = (sound: string): string => sound.slice(before.length);
