/** From where an event was caused: address and, of sign-ins, refusals and denials, the device (decision 520). */

/** The request that an event is of. */
export interface Sender {
  id: string;
  ip: string;
  userAgent: string;
}
/** Of a batch of a phone: decision 308 keeps no address of agents in the field. */
export const withoutPlace = ({ id }: Sender): Sender => ({ id, ip: '', userAgent: '' });

/** These name their origin also where no user is known. */
const isOfAccess = (type: string): boolean => /^(session|second-factor|access)\./u.test(type);
const namesDevice = (type: string): boolean =>
  /^(session\.(started|refused|code-asked|link-sent|password-set)|second-factor\..*|access\.(denied|refused))$/u.test(
    type,
  );
const longestDevice = 200;

/** The facts of an event with the device, and its origin. A borrower on a public page is no user: their address stays out. */
export const placedAs = (
  type: string,
  actorId: number | null,
  facts: object,
  sender: Sender | null,
): { facts: object; origin: string | null } => ({
  facts:
    sender?.userAgent && namesDevice(type)
      ? { ...facts, device: sender.userAgent.slice(0, longestDevice) }
      : facts,
  origin: (actorId !== null || isOfAccess(type)) && sender?.ip ? sender.ip : null,
});
