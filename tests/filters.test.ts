/** No list forgets a filter: each is answered through `narrow`, or as a master, where a missing condition does not compile. */
import { expect, test } from 'vitest';
import type { Endpoint } from '../src/kernel/contract/endpoint.ts';
import { allEndpoints, endpointNamed } from '../src/app/contract.ts';
import { filesOf, read } from './architecture/source.ts';

const paging = new Set(['page', 'size', 'part', 'sort']);
const filtersOf = ({ takes, path }: Endpoint): string[] =>
  Object.keys(takes.shape).filter((name) => !paging.has(name) && !path.includes(`:${name}`));
/** `borrowerDispositions.list` in a type is the endpoint `borrower-dispositions.list`. */
const named = (type: string): string =>
  type.replace(/^\w+/, (domain) => domain.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));

const texts = filesOf('src/**/server/**/*.ts').map((path) => read(path).text);
const typesIn = (call: string): string[] =>
  texts.flatMap((text) =>
    [...text.matchAll(new RegExp(`${call}<typeof ([\\w.]+)>`, 'g'))].map(([, type]) => type ?? ''),
  );
const narrowed = typesIn('narrow').map((type) => endpointNamed(named(type)));
/** Common filters of every master. */
const common = new Set(['q', 'isActive', 'ids', 'export']);

/** One statement may serve several lists, if its endpoint has all filters of the others. */
const isAnswered = (list: Endpoint): boolean => {
  const filters = filtersOf(list);
  const all = narrowed.some((one) => one && filters.every((filter) => filtersOf(one).includes(filter)));
  const isMaster = typesIn('tableHandlers')
    .map(named)
    .includes(list.name.split('.')[0] ?? '');
  return all || isMaster || filters.every((filter) => common.has(filter));
};

test('every type that is narrowed by is a list of the contract', () => {
  expect(narrowed.filter((one) => one?.answer !== 'list')).toEqual([]);
});

test('every list with filters has a condition for each', () => {
  const lists = allEndpoints().filter(({ answer }) => answer === 'list');
  expect(lists.length).toBeGreaterThan(30);
  expect(lists.filter((list) => !isAnswered(list)).map(({ name }) => name)).toEqual([]);
});
