/** Figures of the style page: how often comments, test titles and screen texts use the terms it replaces. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commentsOfSheet, proseOfScript, textsOf } from './comments.ts';
import { dictionaryOf, finderOf, riddleWords } from './dictionary.ts';

/** Bounds and measured values have equal names, so that the command compares them one by one. */
export interface Figures {
  riddlesPer1000CommentLines: number;
  titlesWithRiddle: number;
  screenTextsWithRiddle: number;
  /** Terms of the entire dictionary in comments and titles. */
  dictionaryWords: number;
}
export interface Measured extends Figures {
  commentLines: number;
  titles: number;
  screenTexts: number;
}
export interface File {
  path: string;
  text: string;
}

const script = /\.(?:tsx?|mjs)$/;
const screenText = /^src\/(?:text|app\/text|contexts\/[^/]+\/text)\/en\//;

export function measure(
  files: readonly File[],
  { dictionary, fixedTexts }: { dictionary: readonly string[]; fixedTexts: ReadonlySet<string> },
): Measured {
  const riddles = finderOf(riddleWords);
  const words = finderOf(dictionary);
  const prose = files.map(({ path, text }) =>
    script.test(path) ? proseOfScript(path, text) : { comments: commentsOfSheet(path, text), titles: [] },
  );
  const comments = prose.flatMap((one) => one.comments);
  const titles = prose.flatMap((one) => one.titles);
  const screenTexts = files
    .filter(({ path }) => screenText.test(path))
    .flatMap(({ path, text }) => textsOf(path, text))
    .filter((text) => !fixedTexts.has(text));
  const count = (texts: readonly string[], find: (text: string) => string[]): number =>
    texts.reduce((all, text) => all + find(text).length, 0);
  const having = (texts: readonly string[]): number =>
    texts.filter((text) => riddles(text).length > 0).length;
  return {
    commentLines: comments.length,
    titles: titles.length,
    screenTexts: screenTexts.length,
    riddlesPer1000CommentLines: Number(
      ((count(comments, riddles) * 1000) / Math.max(1, comments.length)).toFixed(1),
    ),
    titlesWithRiddle: having(titles),
    screenTextsWithRiddle: having(screenTexts),
    // Paragraphs of comments are joined, because a phrase may continue on the next line.
    dictionaryWords: count([...prose.map((one) => one.comments.join(' ')), ...titles], words),
  };
}

/** Measures the repository. Applied migrations are excluded: their checksums forbid edits. */
export function measureRepository(root: string): Measured {
  const page = (path: string): string => readFileSync(join(root, path), 'utf8');
  const files = globSync(['{src,sw,tests}/**/*.{ts,tsx,mjs,css,sql}', '*.ts'], { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.d\.ts$|\/db\/migrations\//.test(path))
    .map((path) => ({ path, text: page(path) }));
  return measure(files, {
    dictionary: dictionaryOf(page('docs/style.md')),
    fixedTexts: new Set(page('tests/spec/messages.tsv').split('\n')),
  });
}

/** Figures above their bound, each as a sentence. */
export const raised = (figures: Figures, bounds: Figures): string[] =>
  (Object.keys(bounds) as (keyof Figures)[])
    .filter((name) => figures[name] > bounds[name])
    .map((name) => `${name} is ${figures[name]}, at most ${bounds[name]} is allowed.`);

/** The lower of bound and figure, one by one: a bound never rises. */
export const lowered = (figures: Figures, bounds: Figures): Figures => ({
  riddlesPer1000CommentLines: Math.min(figures.riddlesPer1000CommentLines, bounds.riddlesPer1000CommentLines),
  titlesWithRiddle: Math.min(figures.titlesWithRiddle, bounds.titlesWithRiddle),
  screenTextsWithRiddle: Math.min(figures.screenTextsWithRiddle, bounds.screenTextsWithRiddle),
  dictionaryWords: Math.min(figures.dictionaryWords, bounds.dictionaryWords),
});
