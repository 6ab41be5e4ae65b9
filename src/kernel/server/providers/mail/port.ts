import type { Readable } from 'node:stream';

export interface Attachment {
  name: string;
  contentType: string;
  content: Readable;
}
/** A message to one person, in plain text. */
export interface Mail {
  to: string;
  subject: string;
  body: string;
  attachments?: readonly Attachment[];
}
/** Hands a message to whatever carries it; throws when it was not accepted. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}
