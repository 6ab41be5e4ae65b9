import { expect, test } from 'vitest';
import { type Actor, type RoleType, may } from '#kernel/contract/access.ts';
import { flags } from '#kernel/contract/flags.ts';
import { domains, masters } from '#app/contract.ts';
import { isOf, landingOf, maySee, menuFor, screensFor, sectionsOf } from './menu.ts';
import { type Screen, inMenuOrder, screensOf, shellOf } from '#kernel/ui/module.ts';
import { screens } from './screens/screens.ts';

const actor = (roleType: RoleType, ...flags: string[]): Actor => ({
  id: 1,
  roleType,
  slug: roleType === 'system_admin' ? 'system_admin' : 'some',
  flags: new Set(flags),
});
const screen = (path: string, group?: Screen['group']): Screen => ({
  path,
  shell: 'admin',
  can: 'signed-in',
  title: path,
  icon: 'home',
  menu: 'main',
  ...(group && { group }),
  load: () => Promise.reject(new Error('not opened here')),
});

test('a path appears at most once per shell', () => {
  const places = screens.map(({ shell, path }) => `${shell} ${path}`);
  expect(new Set(places).size).toBe(places.length);
});

test('menu items have unique icons', () => {
  for (const shell of ['admin', 'desk', 'agent', 'portal'] as const) {
    const entries = screens.filter((one) => one.shell === shell && one.menu === 'main');
    const twice = [...Map.groupBy(entries, ({ icon }) => icon)].filter(([, those]) => those.length > 1);
    expect(twice.map(([icon, those]) => [shell, icon, those.map(({ title }) => title)])).toEqual([]);
  }
});

test('the lower of two menu items is the active one below both', () => {
  const here = (path: string, pathname: string): boolean => {
    const entry = screens.find((one) => one.shell === 'portal' && one.path === path);
    return entry !== undefined && isOf(entry, pathname);
  };
  expect(here('/portal/reconciliation', '/portal/reconciliation/differences')).toBe(true);
  expect(here('/portal', '/portal/reconciliation/differences')).toBe(false);
});

test('the role type decides the shell', () => {
  expect(shellOf('agent')).toBe('agent');
  for (const role of ['manager', 'supervisor', 'authorized_officer', 'tech_lead'] as const)
    expect(shellOf(role)).toBe('desk');
  expect(shellOf('system_admin')).toBe('admin');
  expect(shellOf('client')).toBe('portal');
});

test('each role type lands where the specification requires', () => {
  expect(landingOf(actor('agent'))).toBe('/home');
  expect(landingOf(actor('tech_lead'))).toBe('/home');
  expect(landingOf(actor('client'))).toBe('/portal');
  expect(landingOf(actor('system_admin'))).toBe('/admin/dashboard');
  expect(landingOf(actor('admin', 'admin_dashboard'))).toBe('/admin/dashboard');
});

test('an admin without the dashboard lands on the first route they may open', () => {
  expect(landingOf(actor('admin', 'list_break'))).toBe('/admin/borrowers');
  const [first] = menuFor(actor('admin'), 'main');
  expect(landingOf(actor('admin'))).toBe(first?.path);
});

test('a stored path is opened only with its permission, whatever its query', () => {
  expect(maySee(actor('agent'), '/home?page=2')).toBe(true);
  expect(maySee(actor('agent'), '/admin/dashboard')).toBe(false);
  expect(maySee(actor('agent'), '/nowhere')).toBe(false);
});

test('admin screens need an admin role, whatever the flags', () => {
  const lead = actor('tech_lead', 'admin_dashboard', 'list_break');
  expect(screensFor(lead).some(({ path }) => path.startsWith('/admin'))).toBe(false);
});

test('items of one group are adjacent in the menu', () => {
  const sections = sectionsOf([screen('/a'), screen('/b', 'masters'), screen('/c'), screen('/d', 'masters')]);
  expect(sections.map(({ group, items }) => [group, items.map(({ path }) => path)])).toEqual([
    [undefined, ['/a']],
    ['masters', ['/b', '/d']],
    [undefined, ['/c']],
  ]);
});

test('screens are sorted by position, those without one last by path', () => {
  const all = [{ ...screen('/d'), at: 20 }, screen('/c'), { ...screen('/b'), at: 20 }, screen('/a')];
  expect(inMenuOrder([...all, { ...screen('/e'), at: 10 }]).map(({ path }) => path)).toEqual([
    '/e',
    '/d',
    '/b',
    '/a',
    '/c',
  ]);
});

test('a master with only a name and a flag is listed among the masters for users who may list it', () => {
  const open = { contract: async () => ({}), screen: async () => () => null };
  expect(screensOf([{ name: 'sample-days', flag: 'list_trunks', ...open }])).toMatchObject([
    {
      path: '/admin/sample-days',
      title: 'Sample Days',
      can: { roles: ['system_admin', 'admin'], any: ['list_trunks'] },
      group: 'masters',
    },
  ]);
});

test('the screen of a master is seen by the admins whom its list answers, and by no others', () => {
  const admins = [actor('admin'), actor('system_admin'), ...flags.map((flag) => actor('admin', flag))];
  for (const master of masters) {
    const list = domains[master.name]?.list;
    const [shown] = screensOf([master]);
    const seers = admins.filter((who) => may(who, shown?.can ?? 'public'));
    const answered = admins.filter((who) => may(who, list?.can ?? 'public'));
    expect({ name: master.name, seers }).toEqual({ name: master.name, seers: answered });
  }
});

test('a tab of a screen is shown in the menu as that screen', () => {
  const entries = screens.filter(({ shell, menu }) => shell === 'admin' && menu === 'main');
  const shown = (pathname: string) => entries.filter((one) => isOf(one, pathname)).map(({ path }) => path);
  expect(shown('/admin/communications/whatsapp')).toEqual(['/admin/communications']);
  expect(shown('/admin/ledger/postings')).toEqual(['/admin/payments']);
  expect(shown('/admin/tracker/without-call')).toEqual(['/admin/tracker']);
  expect(shown('/admin/borrowers/inactive')).toEqual(['/admin/borrowers/inactive']);
  expect(shown('/view-borrower')).toEqual([]);
});
