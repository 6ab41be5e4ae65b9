/** Rules of all clients. Pure. */
import { ownerRoles } from '#contexts/lenders/contract/clients.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { unreadableIn } from '#contexts/lenders/contract/rules/letter-rules.ts';
import { unknownIn } from '#contexts/lenders/contract/rules/no-dues-rules.ts';

const wrong = (path: string): Failure => new Failure('INVALID_INPUT', {}, [{ path, fault: 'invalid' }]);

export interface Owner {
  isActive: boolean;
  roleType: string;
}

/** Refuses owners that are inactive or of the wrong role (document 3, section 5). */
export function checkOwner(owner: Owner | undefined): void {
  if (!owner?.isActive || !ownerRoles.some((role) => role === owner.roleType)) throw wrong('ownerId');
}

/** Facts of a location: whether the state exists, and the state of the city. */
export interface StateAndCity {
  hasState: boolean;
  stateOfCity: number | null;
}

export function checkPlace(stateId: unknown, { hasState, stateOfCity }: StateAndCity): void {
  if (!hasState) throw wrong('stateId');
  if (stateOfCity !== stateId) throw wrong('cityId');
}

/** Addresses and domains only: a pattern that lets everybody in is neither. */
export function checkLetterAddresses(written: string | undefined): void {
  if (written !== undefined && unreadableIn(written) !== undefined) throw wrong('letterAddresses');
}

/** Placeholders in braces must exist in the letter. */
export function checkNoDuesText(written: string | undefined): void {
  if (written !== undefined && unknownIn(written) !== undefined) throw wrong('noDuesText');
}
