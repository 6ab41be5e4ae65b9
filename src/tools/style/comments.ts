/** Reads comments, test titles and screen texts with a parser, so that code and strings are excluded. */
import { parseSync } from 'vite';
import { type Node, walk } from '../../../tests/architecture/source.ts';

/** Commands to tools and generated markers; not prose. */
const directive =
  /^\W*(?:oxlint|eslint|prettier-ignore|@ts-|@vitest|@vite-|#__|@__|<reference|# sourceMappingURL)/;

/** Non-empty rows of one comment, without its slashes and stars. */
const linesOf = (comment: string): string[] =>
  directive.test(comment)
    ? []
    : comment
        .split('\n')
        .map((line) => line.replace(/^[\s*/-]+/, '').trim())
        .filter((line) => /\w/.test(line));

interface Prose {
  comments: string[];
  titles: string[];
}

const callee = (node: Node | undefined): string => {
  if (node?.type === 'Identifier') return String(node['name']);
  if (node?.type === 'MemberExpression') return callee(node['object'] as Node);
  return node?.type === 'CallExpression' ? callee(node['callee'] as Node) : '';
};

/** Text of a string or template literal; `{}` replaces an expression. */
export function literal(node: Node | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node?.type !== 'TemplateLiteral') return undefined;
  const quasis = node['quasis'] as unknown as { value: { cooked: string } }[];
  return quasis.map(({ value }) => value.cooked).join('{}');
}

/** Titles of tests and groups, also of `test.for(…)('title', …)`. */
export function titleNodes(tree: Node): Node[] {
  const found: Node[] = [];
  for (const [node] of walk(tree)) {
    if (node.type !== 'CallExpression' || !/^(?:test|it|describe)$/.test(callee(node['callee'] as Node)))
      continue;
    const [title, ...rest] = node['arguments'] as Node[];
    if (title && rest.length > 0 && literal(title) !== undefined) found.push(title);
  }
  return found;
}

const isTest = (path: string): boolean => /\.(?:test|spec)\.tsx?$/.test(path);

export function proseOfScript(path: string, text: string): Prose {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  return {
    comments: comments.flatMap(({ value }) => linesOf(value)),
    titles: isTest(path) ? titleNodes(program as unknown as Node).map((node) => literal(node) ?? '') : [],
  };
}

/** Comments of CSS and SQL. Strings are skipped; bodies of SQL functions are code, so their comments are found. */
export function commentsOfSheet(path: string, text: string): string[] {
  const tokens = path.endsWith('.sql')
    ? /'(?:[^']|'')*'|"[^"]*"|--([^\n]*)|\/\*([\s\S]*?)\*\//g
    : /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\/\*([\s\S]*?)\*\//g;
  return [...text.matchAll(tokens)].flatMap(([, first, second]) => linesOf(first ?? second ?? ''));
}

/** Screen texts of a text file: all its strings, except keys and import paths. */
export function textsOf(path: string, text: string): string[] {
  const texts: string[] = [];
  for (const [node, above] of walk(parseSync(path, text).program as unknown as Node)) {
    const parent = above.at(-1);
    const value = literal(node);
    const isKey = parent?.type === 'Property' && parent['key'] === node;
    if (value !== undefined && !isKey && !/^Import|^Export|^TS/.test(parent?.type ?? '')) texts.push(value);
  }
  return texts;
}
