/** Permissions with the Views of their screens: the Permissions screen offers them only there. */
import { expect, test } from 'vitest';
import { viewsOfFlags } from '../architecture/views.ts';

const derived = viewsOfFlags();

test('the list of Views by permission matches the screens (update it with `vitest -u` on this file)', async () => {
  const lines = [...(await derived)].map(([flag, views]) => `${flag}: ${views.join(' ')}\n`);
  await expect(lines.join('')).toMatchFileSnapshot('../../src/contexts/agency/server/roles/flag-views.txt');
});

test('every permission binds some View, and those of a role alone bind no other', async () => {
  const views = await derived;
  expect([...views].filter(([, of]) => of.length === 0)).toEqual([]);
  // Working roles see borrowers by role; admins need the permission.
  expect(views.get('view_borrower_profile')).toEqual(['system_admin', 'admin']);
  expect(views.get('list_role')).toEqual(['system_admin', 'admin']);
  for (const flag of ['add_campaign', 'edit_authority', 'upload_borrower_file', 'list_dnc'] as const)
    expect(views.get(flag), flag).not.toContain('agent');
  expect(views.get('decide_as_lender')).toEqual(['client']);
  expect(views.get('add_borrower_tag')).toEqual(expect.arrayContaining(['agent', 'tech_lead', 'admin']));
});
