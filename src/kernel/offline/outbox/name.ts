/** Lock, channel and background sync go by the same name. */
export const outboxName = 'recoup-outbox';
/** Name of the server's encryption key in the outbox. */
export const serverKeyName = 'server';
/** By author: another user of this device never meets the draft. */
export const draftId = (actorId: number, name: string): string => `${actorId} ${name}`;
/** The envelopes of the lock. */
export const keyDatabaseName = 'recoup-keys';
