import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from '../../../tests/architecture/source.ts';
import { commentsOfSheet, proseOfScript, textsOf } from './comments.ts';
import { dictionaryOf, finderOf } from './dictionary.ts';
import { subjectFaults, titleFaults } from './headings.ts';
import { type Figures, lowered, measure, raised } from './measure.ts';

const table = '| Word | Where most | Say instead |\n| --- | --- | --- |\n';
const page = `${table}| \`told\`, \`went back\` | all | notified; reversed |\n\nmore \`text\`\n`;

test('the dictionary is the first column of its table', () => {
  expect(dictionaryOf(page)).toEqual(['told', 'went back']);
  expect(dictionaryOf(readFileSync(`${root}/docs/style.md`, 'utf8'))).toContain('whoever');
});

test('a missing, empty or ambiguous dictionary is an error that names the page', () => {
  expect(() => dictionaryOf('# Style')).toThrow('has no table with the columns "Word"');
  expect(() => dictionaryOf(`${table}| told | all | notified |`)).toThrow('has no `word`');
  expect(() => dictionaryOf(`${page.trim().split('\n\n')[0]}\n| \`told\` | b | c |`)).toThrow('`told` twice');
});

test('terms match complete and in any case, phrases across spaces, identifiers in backticks never', () => {
  const find = finderOf(['told', 'hand in', "one's limit"]);
  expect(find('Told by hand  in, in one’s limit')).toHaveLength(3);
  expect(find('untold, `told`, hand-in, told-off')).toEqual([]);
});

test('comments are read by a parser, so code, strings and directives are not counted', () => {
  const text = [
    '/** First.\n * Second.\n */',
    "const a = 'not // this'; // third",
    '// oxlint-disable-next-line no-console',
    '// @ts-expect-error because',
    'const b = /\\/\\* nor this \\*\\//;',
  ].join('\n');
  expect(proseOfScript('src/a.ts', text).comments).toEqual(['First.', 'Second.', 'third']);
  const jsx = 'export const A = () => <p>{/* inside */}not // this</p>;';
  expect(proseOfScript('src/a.tsx', jsx).comments.map((line) => line.trim())).toEqual(['inside']);
  expect(commentsOfSheet('a.css', 'a { content: "/* no */"; /* yes */ }')).toEqual(['yes']);
  expect(commentsOfSheet('a.sql', "select '-- no', $$ x -- one\n $$; /* two\n * three */")).toEqual([
    'one',
    'two',
    'three',
  ]);
});

test('titles are those of tests and groups with a body, in test files only', () => {
  const text = [
    "describe('group', () => {});",
    "test.for([1])('each', () => {});",
    'it(`of ${name}`, () => {});',
    "test.skip('later', () => {});",
    "/x/.test('no'); other('no', () => {});",
  ].join('\n');
  expect(proseOfScript('a.test.ts', text).titles).toEqual(['group', 'each', 'of {}', 'later']);
  expect(proseOfScript('a.ts', text).titles).toEqual([]);
});

test('screen texts are the strings of a text file, without keys and imports', () => {
  const text =
    "import type { A } from './a.ts';\nexport const t = { 'a.b': 'One', c: (n: 'x') => `${n} two` };";
  expect(textsOf('a.ts', text)).toEqual(['One', '{} two']);
});

const files = [
  { path: 'src/a.ts', text: '// told\n// by a person\n// it went\n// back\n' },
  { path: 'src/a.test.ts', text: "test('nobody is told', () => {});" },
  {
    path: 'src/contexts/work/text/en/a.ts',
    text: "export const a = { b: 'Told', c: 'Fixed, told', d: 'Fine' };",
  },
];

test('each figure measures its planted offenders', () => {
  expect(measure(files, { dictionary: dictionaryOf(page), fixedTexts: new Set(['Fixed, told']) })).toEqual({
    commentLines: 4,
    titles: 1,
    screenTexts: 2,
    riddlesPer1000CommentLines: 250,
    titlesWithRiddle: 1,
    screenTextsWithRiddle: 1,
    dictionaryWords: 3,
  });
});

test('a figure above its bound fails, and saving lowers a bound but never raises it', () => {
  const bounds: Figures = {
    riddlesPer1000CommentLines: 2,
    titlesWithRiddle: 2,
    screenTextsWithRiddle: 2,
    dictionaryWords: 2,
  };
  const figures = { ...bounds, titlesWithRiddle: 3, dictionaryWords: 1 };
  expect(raised(figures, bounds)).toEqual(['titlesWithRiddle is 3, at most 2 is allowed.']);
  expect(lowered(figures, bounds)).toEqual({ ...bounds, dictionaryWords: 1 });
});

test('decision titles and commit subjects are short and free of riddles', () => {
  const title = (file: string, text: string) => titleFaults([{ file, title: text }], ['told']);
  expect(title('546-a.md', '# 546 Agents are told')).toHaveLength(1);
  expect(title('600-a.md', `# 600: ${'word '.repeat(11)}`)).toHaveLength(1);
  expect(title('546-a.md', '# 546 Trunks reserve calls in order of arrival')).toEqual([]);
  expect(subjectFaults(['Notify the requester once'])).toEqual([]);
  expect(subjectFaults(['Nobody is told', 'a'.repeat(73)])).toHaveLength(2);
});
