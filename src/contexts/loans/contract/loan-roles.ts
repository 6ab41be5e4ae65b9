import type { Access } from '#kernel/contract/access.ts';

/** Roles that work loans; admins are read-only (document 2, section 2; G072, G073). */
export const workingRoles = ['manager', 'supervisor', 'authorized_officer', 'tech_lead', 'agent'] as const;
/** Roles that assign loans; excludes agents (document 2, section 2). */
const leaders = [
  'system_admin',
  'admin',
  'manager',
  'supervisor',
  'authorized_officer',
  'tech_lead',
] as const;
export const handsOut: Access = { roles: leaders };
