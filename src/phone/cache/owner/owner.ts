import type { RoleType } from '#kernel/contract/access.ts';

/** Owner of the open cache. */
export interface Owner {
  id: number;
  roleType: RoleType;
}
