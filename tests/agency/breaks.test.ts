import { afterAll, beforeAll, expect, test } from 'vitest';
import { breaks } from '../../src/contexts/agency/contract/breaks.ts';
import { type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
beforeAll(async () => (server = await boot()));
afterAll(() => server.stop());

const tea = { name: 'Tea', duration: '00:15' };

test('an admin adds, finds and edits a break', async () => {
  const admin = await server.as('list_break', 'create_break', 'edit_break');
  const made = await admin.call(breaks.create, tea);
  const page = await admin.call(breaks.list, { q: 'te' });
  expect(page).toMatchObject({ count: 1, rows: [{ name: 'Tea', duration: '00:15', description: '' }] });
  const edited = await admin.call(breaks.edit, { id: made.uId, duration: '00:20' });
  expect(edited).toMatchObject({ id: made.id, name: 'Tea', duration: '00:20' });
  expect(await admin.call(breaks.dropdown, {})).toEqual([{ id: made.id, name: 'Tea' }]);
});

test('a read-only user cannot change breaks', async () => {
  const reader = await server.as('list_break');
  expect((await refusal(reader.call(breaks.create, { ...tea, name: 'Lunch' }))).body.code).toBe('FORBIDDEN');
  expect((await reader.call(breaks.list, { q: 'lunch' })).count).toBe(0);
});

test('a name is unique whatever its case', async () => {
  const admin = await server.as('create_break');
  await admin.call(breaks.create, { ...tea, name: 'Prayer' });
  const { body } = await refusal(admin.call(breaks.create, { ...tea, name: ' prayer ' }));
  expect(body).toMatchObject({ code: 'TAKEN', message: 'already exists.' });
});

test('concurrent edits of one row reject the second without overwriting', async () => {
  const admin = await server.as('list_break', 'create_break', 'edit_break');
  const { id, updatedAt } = await admin.call(breaks.create, { ...tea, name: 'Stretch' });
  const first = await admin.call(breaks.edit, { id: String(id), duration: '00:10', updatedAt });
  const late = admin.call(breaks.edit, { id: String(id), duration: '00:30', updatedAt });
  expect((await refusal(late)).body.code).toBe('CHANGED_MEANWHILE');
  const now = await admin.call(breaks.edit, { id: String(id), name: 'Walk', updatedAt: first.updatedAt });
  expect(now).toMatchObject({ name: 'Walk', duration: '00:10' });
});
