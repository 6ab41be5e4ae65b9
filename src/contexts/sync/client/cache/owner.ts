import type { RoleType } from '#kernel/contract/access.ts';

/** Whose cache is open. */
export interface Owner {
  id: number;
  roleType: RoleType;
}
