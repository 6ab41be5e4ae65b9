import type { CsvColumns } from '#server/kernel/csv-stream.ts';
import { usersText as say } from '#text/en/users.ts';
import type { UserRow } from './store.ts';

/** What an exported list of users holds. */
export const exportColumns: CsvColumns<UserRow> = [
  [say.name, (row) => row.name],
  [say.userName, (row) => row.userName],
  [say.roleId, (row) => row.roleName],
  [say.extensionNumber, (row) => row.extensionNumber],
  [say.userType, (row) => say.userTypes[row.userType]],
  [say.doj, (row) => row.doj],
  [say.centerId, (row) => row.centerName],
  [say.reportingTo, (row) => row.leaderName],
  [say.reportingRole, (row) => row.reportingRole],
  [say.target, (row) => (row.target !== null ? row.target / 100 : null)],
  [say.isActive, (row) => (row.isActive ? say.yes : say.no)],
];
