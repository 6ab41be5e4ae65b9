import { expect, test } from 'vitest';
import { brokenMigrations } from './migrations.ts';

const of = (text: string, name = '1001-x.sql'): string[] =>
  brokenMigrations([
    { name: '1000-before.sql', text: 'alter table loans add column note text' },
    { name, text },
  ]);

test.each([
  'alter table loans drop column note',
  'alter table loans rename column note to remark',
  'alter table loans rename to debts',
  'alter table loans alter column note type varchar(9)',
  'alter table loans alter note set not null',
  'alter table loans alter column note drop default',
  'drop table loans',
  'drop function seal_events(int)',
  'alter table loans add column a text not null',
  'alter table loans add column a int generated always as (1) stored',
  'alter table loans add column a uuid default gen_random_uuid()',
  'alter table loans add constraint a check (note is not null)',
  'alter table loans add foreign key (a) references users (id)',
  'alter table loans add unique (note)',
  'create index loans_note on loans (note)',
  'create index concurrently loans_note on loans (note)',
  'create index concurrently if not exists loans_note on loans (note); update loans set note = 1',
  '-- contract of 1050-not-yet.sql\nalter table loans drop column note',
])('%s is rejected', (text) => {
  expect(of(text)).toHaveLength(1);
});

test.each([
  'alter table loans add column a text',
  'alter table loans add column a int not null default 0, add column b bigint references users (id)',
  'alter table loans add constraint a check (note is not null) not valid',
  'alter table loans validate constraint a',
  'create table a (id bigint not null); create index a_id on a (id); alter table a add check (id > 0)',
  'create index concurrently if not exists loans_note on loans (note)',
  'drop index concurrently if exists loans_note',
  'create or replace function f() returns int language plpgsql as $$ begin drop table x; end $$',
  'drop function f(); create function f() returns bigint language sql as $$ select 1 $$',
  '-- contract of 1000-before.sql: nothing writes it since\nalter table loans drop column note',
])('%s is accepted', (text) => {
  expect(of(text)).toEqual([]);
});

test('a migration number below 1000 is rejected', () => {
  expect(of('alter table loans add column a text', '0999-x.sql')).toEqual([
    '0999-x.sql is numbered below 1000',
  ]);
});
