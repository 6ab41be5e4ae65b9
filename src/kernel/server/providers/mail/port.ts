import type { Readable } from 'node:stream';

interface Attachment {
  name: string;
  contentType: string;
  content: Readable;
}
/** A message to one person, in plain text. */
interface Mail {
  to: string;
  subject: string;
  body: string;
  attachments?: readonly Attachment[];
}
/** Sends a message; throws when the mail server does not accept it. */
export interface Mailer {
  /** Set where no mail server is configured: messages are stored and never sent. */
  readonly sendsNothing?: true;
  send(mail: Mail): Promise<void>;
}
