import { expect, test } from 'vitest';
import { fill, module, slot } from '#kernel/server/module.ts';
import { checkModules, startModules } from './start-modules.ts';

const first = module({
  name: 'first',
  owns: ['a'],
  needs: [],
  provides: () => ({ add: (n: number) => n + 1 }),
});
const second = module({
  name: 'second',
  owns: ['b'],
  needs: [first],
  provides: ({ first: f }) => ({ two: f.add(1) }),
});

test('a module listed before its dependency is rejected with a message', () => {
  expect(() => checkModules([first, second])).not.toThrow();
  expect(() => checkModules([second, first])).toThrow('second needs first, which does not stand before it.');
});

test('modules have unique names and tables', () => {
  expect(() => checkModules([first, first])).toThrow('Two modules are called first.');
  const thief = module({ name: 'thief', owns: ['a'], needs: [] });
  expect(() => checkModules([first, thief])).toThrow('thief and first both own the table a.');
});

test('a module gets what it needs and nothing else, and a slot what was put into it', async () => {
  const words = slot<string>('words');
  const seen: unknown[] = [];
  const asks = module({
    name: 'asks',
    owns: [],
    needs: [second],
    routes({ second: { two }, filled, ...others }) {
      seen.push(two, filled(words), 'first' in others);
      return [];
    },
  });
  const fills = module({ name: 'fills', owns: [], needs: [], fills: () => [fill(words, 'one', 'two')] });
  await startModules([first, second, asks, fills], {} as never);
  expect(seen).toEqual([2, ['one', 'two'], false]);
});

test('a required single slot rejects a start with none or two values', async () => {
  const way = slot<string>('way');
  const seen: string[] = [];
  const asks = module({
    name: 'asks',
    owns: [],
    needs: [],
    routes({ only }) {
      seen.push(only(way));
      return [];
    },
  });
  const fills = module({ name: 'fills', owns: [], needs: [], fills: () => [fill(way, 'by road')] });
  const other = module({ name: 'other', owns: [], needs: [], fills: () => [fill(way, 'by sea')] });
  await startModules([asks, fills], {} as never);
  expect(seen).toEqual(['by road']);
  await expect(startModules([asks], {} as never)).rejects.toThrow(
    'The slot "way" holds 0 things; it must hold one.',
  );
  await expect(startModules([asks, fills, other], {} as never)).rejects.toThrow('holds 2 things');
});
