/** Origin of an event: address and, for sign-ins, refusals and denials, the device (decision 521). */

/** Request that caused an event. */
export interface Sender {
  id: string;
  ip: string;
  userAgent: string;
}
/** For batches of phones: no address of agents in the field is stored (decision 521). */
export const withoutOrigin = ({ id }: Sender): Sender => ({ id, ip: '', userAgent: '' });

/** True for events that record their origin even without an identified user. */
const isAccessEvent = (type: string): boolean => /^(session|second-factor|access)\./u.test(type);
const namesDevice = (type: string): boolean =>
  /^(session\.(started|refused|code-asked|link-sent|password-set)|second-factor\..*|access\.(denied|refused))$/u.test(
    type,
  );
const longestDevice = 200;

/** Returns the facts of an event with device, and its origin. A borrower on a public page is no user: no address is stored. */
export const withOrigin = (
  type: string,
  actorId: number | null,
  facts: object,
  sender: Sender | null,
): { facts: object; origin: string | null } => ({
  facts:
    sender?.userAgent && namesDevice(type)
      ? { ...facts, device: sender.userAgent.slice(0, longestDevice) }
      : facts,
  origin: (actorId !== null || isAccessEvent(type)) && sender?.ip ? sender.ip : null,
});
