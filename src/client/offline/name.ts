/** Lock, channel and background sync go by the same name. */
export const outboxName = 'recoup-outbox';
