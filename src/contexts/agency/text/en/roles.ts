import { localised } from '#text/locale.ts';

/** What role types are called, in lists and pickers. */
export const roleTypeText = localised('role-types', {
  system_admin: 'System Admin',
  admin: 'Admin',
  manager: 'Manager',
  supervisor: 'Supervisor',
  authorized_officer: 'Authorised Officer',
  tech_lead: 'Team Leader',
  agent: 'Agent',
  client: 'Client',
});

export const rolesText = localised('roles', {
  title: 'Roles',
  one: 'Role',
  add: 'Add Role',
  created: 'Role added successfully',
  updated: 'Role updated successfully',
  failed: 'Something Went Wrong, Please Try Again',
  name: 'Role Name',
  roleType: 'View',
  roleTypeHint: 'Decides which screens its people work in. It cannot be changed later.',
  parentIds: 'Parent Role',
  description: 'Description',
  requiresSecondFactor: 'Two-step sign-in is required',
  requiresSecondFactorHint: 'At the next sign-in everybody with this role is led to set it up.',
  require: 'Require two-step sign-in',
  requireAsk: (name: string) =>
    `Require two-step sign-in for ${name}? Everybody with this role sets it up at their next sign-in.`,
  unrequire: 'No longer require two-step sign-in',
  unrequireAsk: (name: string) => `No longer require two-step sign-in for ${name}?`,
  remove: 'Delete',
  removeAsk: (name: string) => `Delete the role ${name}?`,
  removed: 'Role deleted successfully',
  empty: 'No roles yet. Add the roles your people may have.',
});

export const permissionsText = localised('permissions', {
  title: 'Permissions',
  role: 'Role',
  rolePlaceholder: 'Select Role',
  modules: 'Modules',
  module: 'Module',
  permission: 'Permission',
  all: (module: string) => `All of ${module}`,
  held: (count: number, all: number) => `${count} of ${all}`,
  chooseRole: 'Please Select the Role Before Continue',
  attached: 'Permission attached successfully.',
  removed: 'Permission removed successfully.',
  aboveRank: 'You can look at this role, but only change roles below your own rank.',
  notOfView: (view: string) => `No screen of the ${view} View uses it.`,
  notHeld: 'You do not hold this permission yourself, so you cannot give it.',
  /** Readable flag name: `list_role_dropdown` is “List role dropdown”. */
  words: (flag: string) => {
    const words = flag.replaceAll('_', ' ').replace(/\bdnc\b/, 'DNC');
    return words.charAt(0).toUpperCase() + words.slice(1);
  },
});
