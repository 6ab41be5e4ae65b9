import { adminRoles } from '#kernel/contract/access.ts';

/** Readers of access records: administrators who may also export evidence. */
export const accessReaders = { roles: adminRoles, any: ['export_evidence'] } as const;
