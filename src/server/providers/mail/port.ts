/** A message to one person, in plain text. */
export interface Mail {
  to: string;
  subject: string;
  body: string;
}
/** Hands a message to whatever carries it; throws when it was not accepted. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}
