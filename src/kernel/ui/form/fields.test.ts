import { expect, test } from 'vitest';
import { domain, endpoint } from '#kernel/contract/endpoint.ts';
import {
  choice,
  clock,
  email,
  flag,
  id,
  ids,
  instant,
  mobile,
  note,
  nullable,
  number,
  optional,
  rupees,
  text,
} from '#kernel/contract/field.ts';
import {
  type Value,
  type Values,
  factField,
  faultOf,
  fieldsOf,
  isChanged,
  valueOf,
  valuesAfter,
  wireOf,
} from './fields.ts';

const { save } = domain('things', {
  save: endpoint('POST /things', {
    can: 'staff',
    takes: {
      name: text({ max: 10 }),
      length: clock(),
      kind: choice(['a', 'b']),
      owner: optional(nullable(id('users'))),
      team: optional(ids('users')),
      amount: rupees({ min: 1 }),
      seats: optional(number({ max: 9 })),
      mobile: optional(mobile()),
      mail: optional(email()),
      at: optional(instant()),
      isHot: optional(flag()),
      about: optional(note({ max: 20 })),
    },
  }),
});
const field = fieldsOf(save);

test('an empty field shows the generic message, or a custom one', () => {
  expect(faultOf(field.text('name', 'Name'), ' ')).toBe('Name is required');
  expect(faultOf(field.text('name', 'Name'), '')).toBe('Name is required');
  expect(faultOf(field.choice('kind', 'Kind'), '')).toBe('Please Select Kind');
  expect(faultOf(field.money('amount', 'Amount', { needed: 'How much?' }), '')).toBe('How much?');
  expect(faultOf(field.pick('owner', 'Owner'), '')).toBeUndefined();
  expect(faultOf(field.pick('owner', 'Owner', { required: true }), '')).toBe('Please Select Owner');
});

test('a value the endpoint would reject is rejected at the field', () => {
  expect(faultOf(field.text('name', 'Name'), 'far too long a name')).toBe('Max length is 10');
  expect(faultOf(field.time('length', 'Length'), '24:00')).toBe('Length is not right');
  expect(faultOf(field.money('amount', 'Amount'), '0')).toBe('Amount is not right');
  expect(faultOf(field.money('amount', 'Amount'), 'much')).toBe('Amount is not right');
  expect(faultOf(field.number('seats', 'Seats'), '1.5')).toBe('Seats is not right');
  expect(faultOf(field.text('mobile', 'Mobile'), '12345')).toBe('Mobile is not right');
  expect(faultOf(field.text('mail', 'E-mail'), 'nobody')).toBe('Please enter a valid email');
  expect(faultOf(field.money('amount', 'Amount'), '₹ 1,25,000.50')).toBeUndefined();
});

test('typed values are sent in the type of the contract', () => {
  expect(wireOf(field.money('amount', 'Amount'), '₹ 1,25,000.50')).toBe(125_000.5);
  expect(wireOf(field.pick('owner', 'Owner'), '7')).toBe(7);
  expect(wireOf(field.choice('owner', 'Owner'), '7')).toBe(7);
  expect(wireOf(field.pick('team', 'Team'), '7,8')).toEqual([7, 8]);
  expect(wireOf(field.flag('isHot', 'Hot'), '')).toBe(false);
  expect(wireOf(field.dayTime('at', 'At'), '2026-11-21T01:35')).toBe('2026-11-20T20:05:00.000Z');
});

test('an emptied field is sent as null where nullable, else omitted', () => {
  expect(wireOf(field.pick('owner', 'Owner'), '')).toBeNull();
  expect(wireOf(field.number('seats', 'Seats'), '')).toBeUndefined();
});

test('received values return unchanged', () => {
  const look = field.dayTime('at', 'At');
  expect(wireOf(look, valueOf(look, '2026-11-20T20:05:00.000Z'))).toBe('2026-11-20T20:05:00.000Z');
  const team = field.pick('team', 'Team');
  expect(wireOf(team, valueOf(team, [7, 8]))).toEqual([7, 8]);
  expect(valueOf(field.text('about', 'About'), null)).toBe('');
});

test('a field missing in the endpoint fails when the screen is defined', () => {
  // @ts-expect-error the compiler says so first
  expect(() => field.text('colour', 'Colour')).toThrow('takes no colour');
});

test('an empty multi-value field is a value, and rejected where one is needed', () => {
  const team = field.pick('team', 'Team');
  expect(wireOf(team, '')).toEqual([]);
  expect(wireOf(team, '4,7')).toEqual([4, 7]);
  expect(faultOf(team, '')).toBeUndefined();
  expect(faultOf({ ...team, isRequired: true }, '')).toBe('Please Select Team');
});

test('an untouched form is not dirty, also with automatic values', () => {
  const fields = [factField('preApproved', 'Pre approved', '-'), field.text('name', 'Name')];
  expect(isChanged(fields, {}, {})).toBe(false);
  expect(isChanged(fields, {}, { name: 'A' })).toBe(true);
  expect(isChanged(fields, { name: 'A' }, { name: 'A' })).toBe(false);
});

test('an option may set other values, replaced only by the next option', () => {
  const kind = {
    ...factField('kind', 'Kind', ''),
    lock: undefined,
    lays: (value: Value): Values => (value === 'cash' ? { sub: 'full', amount: '100' } : { amount: '' }),
  };
  const sub = { ...factField('sub', 'Sub', ''), lock: undefined, within: 'kind' };
  const amount = { ...factField('amount', 'Amount', ''), lock: undefined, suggest: () => '7' };
  const all = [kind, sub, amount];
  const cash = valuesAfter(all, {}, { kind: 'cash' });
  expect(cash).toEqual({ kind: 'cash', sub: 'full', amount: '100' });
  expect(valuesAfter(all, cash, { kind: 'other' })).toEqual({ kind: 'other', sub: '', amount: '' });
});
