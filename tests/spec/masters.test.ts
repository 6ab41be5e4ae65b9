/** Specification rules of master forms compared with the contract: each field exists with its constraints. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { domains } from '../../src/app/contract.ts';
import { metaOf } from '../../src/kernel/contract/field.ts';
import { kitText } from '../../src/text/en/kit.ts';
import { mapOf } from '../../src/tools/map.ts';

const rows = readFileSync(new URL('masters.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t') as [form: string, label: string, rule: string, message: string]);
const { texts } = await mapOf();

/** Endpoint of each form, and wire names of labels where they differ. */
const place = {
  'pin code': 'pinCode',
  state: 'stateId',
  city: 'cityId',
  client: 'clientId',
  owner: 'ownerId',
};
const forms: Readonly<Record<string, { sends: string; names?: Readonly<Record<string, string>> }>> = {
  'Allocation hierarchy': {
    sends: 'allocation-type-hierarchy.create',
    names: { ...place, portfolio: 'portfolioId', 'allocation type': 'allocationTypeId' },
  },
  'Allocation type': { sends: 'allocation-types.create' },
  Break: { sends: 'breaks.create' },
  Campaign: {
    sends: 'campaigns.create',
    names: { ...place, 'dial method': 'campaignType', ratio: 'maxRatio' },
  },
  Center: { sends: 'centers.create', names: { ...place, code: 'centerCode', 'pin code': 'zipcode' } },
  Client: {
    sends: 'clients.create',
    names: {
      ...place,
      'contact person': 'contactPerson',
      'contact person email': 'contactPersonEmail',
      mobile: 'contactPersonMobile',
      'registered GST': 'registeredGst',
    },
  },
  'Disposition master': {
    sends: 'dispositions.create',
    names: { parent: 'parentId', clients: 'clientIds', 'Apply Default': 'defaultApply' },
  },
  'Swap Priority': {
    sends: 'dispositions.swap',
    names: { 'From sub disposition': 'from', 'To sub disposition': 'to' },
  },
  Portfolio: {
    sends: 'portfolios.create',
    names: { ...place, 'portfolio owner': 'ownerId', colour: 'colorCode' },
  },
  Role: {
    sends: 'roles.create',
    names: { 'Role Name': 'name', 'View (roleType)': 'roleType', 'Parent Role': 'parentIds' },
  },
  User: {
    sends: 'users.create',
    names: {
      'First Name': 'firstName',
      'Last Name': 'lastName',
      Role: 'roleId',
      Extension: 'extensionNumber',
      Email: 'email',
      'Date Of Birth': 'dob',
      'User Type': 'userType',
      'Date Of Joining': 'doj',
      Center: 'centerId',
      'Reporting To': 'reportingTo',
      Target: 'target',
      'roleId, centerId, extensionNumber': 'roleId',
    },
  },
};
/** Not sent as a field: a button, an expander, or a form-level rule. */
const notFields = ['Campaign mapping', 'Role permissions'];
/** Conditionally required: implemented by the master's rules.ts, and tested there. */
const isSometimes = (rule: string): boolean => /required (only|for|unless|on)/.test(rule);

function schemaOf(form: string, label: string) {
  const found = forms[form];
  if (!found) throw new Error(`No endpoint is known for ${form}`);
  const [domain = '', verb = ''] = found.sends.split('.');
  const endpoint = domains[domain]?.[verb];
  const name = found.names?.[label] ?? label;
  const schema = endpoint?.takes.shape[name];
  if (!schema) throw new Error(`${found.sends} takes no ${name}`);
  return schema;
}

test.each(rows.filter(([form]) => !notFields.includes(form)))('%s: %s is %s', (form, label, rule) => {
  const schema = schemaOf(form, label);
  if (rule.startsWith('required') && !isSometimes(rule)) expect(schema._zod.def.type).not.toBe('optional');
  if (rule.startsWith('optional')) expect(schema._zod.def.type).toBe('optional');
  const [, most] = /max length (\d+)/.exec(rule) ?? [];
  if (most) expect(z.safeParse(schema, 'x'.repeat(Number(most) + 1)).success).toBe(false);
  if (rule.includes('unique')) expect(metaOf(schema)?.unique).toBe(true);
});

const sentences = rows
  .flatMap(([, , , message]) => message.split(' / '))
  .filter((message) => !/not shown|shared builder|^-$|disabled/.test(message));
test.each([...new Set(sentences)])('the text “%s” exists', (sentence) => {
  const most = /^Max length is (\d+)$/.exec(sentence);
  expect(most ? [kitText.tooLong(Number(most[1]))] : texts).toContain(sentence);
});

test('a field that is missing is found', () => {
  expect(() => schemaOf('Break', 'colour')).toThrow('breaks.create takes no colour');
});
