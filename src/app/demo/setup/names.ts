/** Names from faker's en_IN lists, drawn by our generator so that a release of faker's cannot reorder them. */
import { faker } from '@faker-js/faker/locale/en_IN';
import type { Random } from '../random.ts';

type Listed = { generic?: readonly string[]; female?: readonly string[]; male?: readonly string[] };

function listed(list: Listed | undefined, kind: keyof Listed): readonly string[] {
  const names = list?.[kind];
  if (!names?.length) throw new Error(`faker has no ${kind} names for en_IN`);
  return names.filter((name) => /^[A-Za-z]+$/.test(name));
}

const { first_name: first, last_name: last } = faker.rawDefinitions.person ?? {};
const female = listed(first as Listed, 'female');
const male = listed(first as Listed, 'male');
export const lastNames = listed(last as Listed, 'generic');

/** Layouts must fit these too. */
const longNames: readonly string[] = [
  'Venkata Naga Satya Sai Lakshmi Narasimha Subrahmanyam Bhamidipati',
  'Thiruvananthapuram Padmanabhaswamy Balasubramaniam Venkatakrishnan Iyer',
  'Maharajakumari Rajeshwari Devi Chattopadhyay Bandopadhyay',
  'Sree Lakshmi Annapurna Parameswari Krishnamoorthy Ramachandran Namboothiripad',
];

export type Gender = 'Female' | 'Male';

export const firstName = (r: Random, gender: Gender): string => r.pick(gender === 'Female' ? female : male);

/** A full name: mostly two parts, sometimes one, initials, or a very long one. */
export function fullName(r: Random, gender: Gender, family: string): string {
  const kind = r.int(0, 399);
  if (kind === 0) return r.pick(longNames);
  const own = firstName(r, gender);
  if (kind < 16) return own;
  if (kind < 40) return `${String.fromCharCode(r.int(65, 84))}. ${own} ${family}`;
  if (kind < 90) return `${own} ${gender === 'Female' ? 'Devi' : 'Kumar'} ${family}`;
  return `${own} ${family}`;
}
