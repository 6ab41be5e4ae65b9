/** Screens of files: uploads and exports. */
import { adminRoles } from '#kernel/contract/access.ts';
import { appText } from '#text/en/app.ts';
import { type Screen, inShells } from '#kernel/ui/module.ts';

const { screens: titles } = appText;

const loadExports = async () => (await import('./exports.screen.tsx')).ExportsScreen;

export const filesScreens: readonly Screen[] = [
  {
    path: '/admin/exports',
    shell: 'admin',
    can: { roles: adminRoles, any: ['list_export_files', 'export_evidence'] },
    title: titles.exports,
    icon: 'export',
    menu: 'main',
    group: 'data',
    at: 640,
    load: loadExports,
  },
  ...inShells(['agent', 'desk'], {
    path: '/exports',
    title: titles.exports,
    icon: 'export',
    menu: 'account',
    at: 730,
    load: loadExports,
  }),
];
