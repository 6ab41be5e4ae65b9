/** Sound file of a message, named by a hash of its text: a file of another text is never played. Pure. */
import { createHash } from 'node:crypto';

const letters = 12;
const before = 'message-';
export const soundOf = (text: string): string =>
  `${before}${createHash('sha256').update(text.normalize('NFC').trim()).digest('hex').slice(0, letters)}`;
/** Dialplan extension of the message. */
export const extensionOf = (sound: string): string => sound.slice(before.length);
