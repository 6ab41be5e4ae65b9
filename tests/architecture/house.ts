/** Rules about the content of a file. Each returns its violations. */
import { type Node, type Source, lineOf, walk } from './source.ts';

export type Rule = (source: Source) => string[];

const at = (source: Source, node: Node, what: string): string =>
  `${source.path}:${lineOf(source, node.start)} ${what}`;
const linesOf = (source: Source, { start, end }: Node): number =>
  lineOf(source, end) - lineOf(source, start) + 1;

const found =
  (what: (node: Node, above: readonly Node[]) => string | undefined): Rule =>
  (source) => {
    const offences: string[] = [];
    for (const [node, above] of walk(source.tree)) {
      const said = what(node, above);
      if (said) offences.push(at(source, node, said));
    }
    return offences;
  };

/** Files of code stay small enough to be read at once. */
export const tooLong: Rule = ({ path, text }) => {
  const lines = text.trimEnd().split('\n').length;
  const most = /^src\/(kernel|contexts\/[^/]+)\/contract\//.test(path)
    ? 200
    : /^tests\/|\.test\.tsx?$/.test(path)
      ? 500
      : 300;
  return lines > most ? [`${path} has ${lines} lines, more than ${most}: split it`] : [];
};

const nameOf = (node: unknown): string => (node as { name?: string } | null)?.name ?? '';
const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
const draws = (node: Node): boolean =>
  [...walk(node)].some(([one]) => /^JSX(Element|Fragment)$/.test(one.type));

/** A named function: declared, in a variable, or as a method. */
const isNamed = (node: Node, parent: Node | undefined): boolean =>
  node.type === 'FunctionDeclaration' ||
  /^(VariableDeclarator|Property|MethodDefinition)$/.test(parent?.type ?? '');

/** Length of a function; a nested named one is measured separately and is one line. */
function ownLines(source: Source, node: Node): number {
  let lines = linesOf(source, node);
  let skippedTo = node.start;
  for (const [inner, above] of walk(node)) {
    if (inner === node || inner.start < skippedTo || !functions.has(inner.type)) continue;
    if (!isNamed(inner, above.at(-1))) continue;
    lines -= linesOf(source, inner) - 1;
    skippedTo = inner.end;
  }
  return lines;
}

export const longFunctions: Rule = (source) => {
  const offences: string[] = [];
  for (const [node] of walk(source.tree)) {
    if (!functions.has(node.type)) continue;
    const lines = ownLines(source, node);
    const most = lines > 50 && source.path.endsWith('x') && draws(node) ? 80 : 50;
    if (lines > most) offences.push(at(source, node, `is a function of ${lines} lines, more than ${most}`));
  }
  return offences;
};

/** The contract list is the only index; re-exporting files hide locations. */
export const barrels: Rule = ({ path, tree }) => {
  if (path === 'src/app/contract.ts') return [];
  if (/(^|\/)index\.tsx?$/.test(path)) return [`${path} is an index file: import from where a thing is`];
  const body = tree.body as Node[];
  const handsOn = body.filter(({ type, source }) => type.startsWith('Export') && source);
  return handsOn.length > 1 && handsOn.length === body.length ? [`${path} only hands on other files`] : [];
};

/** Input must never reach a command line: only the embedded database is started as a program. */
export const startsPrograms: Rule = ({ path, imports }) =>
  imports.filter(({ to }) => /^(node:)?child_process$/.test(to)).map(() => `${path} starts programs`);

/** WebKit exposes a module with top-level await before it has finished (bug 242740): the screen is undefined. */
export const waitingModule = found((node, above) => {
  const waits = node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node.await === true);
  return waits && !above.some(({ type }) => functions.has(type))
    ? 'waits at the top of its module'
    : undefined;
});

/** A locale's dates change with the browser (ICU 72): `#kernel/contract/india.ts` and `#text/en/moments.ts` write them. */
export const spelledByLocale = found((node) => {
  if (node.type !== 'MemberExpression') return undefined;
  const way = nameOf(node.property);
  return /^(DateTimeFormat|toLocale(Date|Time)String)$/.test(way)
    ? `lets a locale spell a date: ${way}`
    : undefined;
});

const tooNew =
  /^(Map\.groupBy|Object\.groupBy|Promise\.(withResolvers|try)|URL\.canParse|Array\.fromAsync|AbortSignal\.any|Iterator\.\w+|RegExp\.escape)$/;

/** The oldest browsers the console promises to work in lack these (`src/kernel/client/app/install/minimum.ts`). */
export const newerThanMinimum = found((node) => {
  if (node.type !== 'MemberExpression') return undefined;
  const way = `${nameOf(node.object)}.${nameOf(node.property)}`;
  return tooNew.test(way) ? `needs a newer browser than promised: ${way}` : undefined;
});

export const anyType = found(({ type }) => (type === 'TSAnyKeyword' ? 'is any: say what it is' : undefined));

export const leftForLater: Rule = (source) =>
  source.text
    .split('\n')
    .flatMap((line, i) =>
      /\b(TODO|FIXME|XXX)\b(?!X)/.test(line) ? [`${source.path}:${i + 1} is left for later`] : [],
    );

const runners = ['test', 'it', 'describe', 'suite'];

/** A disabled test, or one that disables others. */
export const notRun = found((node) => {
  if (node.type === 'CallExpression' && /^x(it|test|describe)$/.test(nameOf(node.callee)))
    return 'is skipped';
  if (node.type !== 'MemberExpression') return undefined;
  const isRunner = runners.includes(nameOf(node.object));
  const way = nameOf(node.property);
  return isRunner && /^(skip|skipIf|runIf|only|todo|fixme|fails)$/.test(way) ? `is ${way}` : undefined;
});

export const printing = found((node) =>
  node.type === 'MemberExpression' && nameOf(node.object) === 'console' ? 'prints to the console' : undefined,
);

const wordAttributes =
  /^(aria-(label|description|placeholder|roledescription|valuetext)|label|title|placeholder|alt|description|error|hint|heading|empty)$/;
const wordProperties = /^(ariaLabel|label|title|placeholder|alt|description|hint|heading|empty|needed)$/;
const builders = /^(col|column|field|filter)$/;
const hasLetters = (text: unknown): boolean => typeof text === 'string' && /\p{L}/u.test(text);

/** Text of a literal or template, if any. */
function wordsOf(node: Node | null | undefined): string | undefined {
  if (!node) return undefined;
  if (node.type === 'Literal') return hasLetters(node.value) ? String(node.value) : undefined;
  if (node.type === 'TemplateLiteral')
    return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).find(hasLetters);
  if (node.type === 'ConditionalExpression')
    return wordsOf(node.consequent as Node) ?? wordsOf(node.alternate as Node);
  if (node.type === 'LogicalExpression') return wordsOf(node.right as Node) ?? wordsOf(node.left as Node);
  if (node.type === 'JSXExpressionContainer') return wordsOf(node.expression as Node);
  return undefined;
}

function shownBy(node: Node, above: readonly Node[]): string | undefined {
  const parent = above.at(-1)?.type ?? '';
  if (node.type === 'JSXText') return hasLetters(node.value) ? String(node.value).trim() : undefined;
  if (node.type === 'JSXExpressionContainer' && /^JSX(Element|Fragment)$/.test(parent)) return wordsOf(node);
  if (node.type === 'JSXAttribute' && wordAttributes.test(nameOf(node.name)))
    return wordsOf(node.value as Node | null);
  if (node.type === 'Property' && wordProperties.test(nameOf(node.key))) return wordsOf(node.value as Node);
  if (node.type === 'AssignmentExpression') return assigned(node);
  return node.type === 'CallExpression' ? said(node) : undefined;
}

/** `place.textContent = 'words'`, in pages without React. */
function assigned({ left, right }: Node): string | undefined {
  const property = nameOf((left as Node).property);
  return /^(textContent|innerText|title|placeholder|alt|ariaLabel)$/.test(property)
    ? wordsOf(right as Node)
    : undefined;
}

/** A notice, or the label of a column, field or filter. */
function said({ callee, arguments: given }: Node): string | undefined {
  const args = given as Node[];
  const owner = nameOf((callee as Node).object) || nameOf(callee);
  if (/^(notice|notifications|toast|alert|confirm)$/.test(owner)) return wordsOf(args[0]);
  return builders.test(owner) ? wordsOf(args[1]) : undefined;
}

/** Every displayed text is in a text folder. */
export const spokenHere = found((node, above) => {
  const words = shownBy(node, above);
  return words ? `says “${words}” itself: put it into src/text` : undefined;
});

/** A feature declares no table: lists are the kit's. */
export const ownTable = found((node) =>
  node.type === 'JSXOpeningElement' && /^(table|Table)$/.test(nameOf(node.name))
    ? 'draws its own table'
    : undefined,
);

/** A list's total is capped: only `countText` shows that, with a plus. */
export const rawCount = found((node, above) => {
  const { type, object, property } = node as { type: string; object?: unknown; property?: unknown };
  if (type !== 'MemberExpression' || nameOf(property) !== 'count' || nameOf(object) === 'css')
    return undefined;
  const inside = above.at(-1)?.type === 'ChainExpression' ? above.at(-2) : above.at(-1);
  const callee = (inside as { callee?: { name?: string } } | undefined)?.callee?.name;
  return inside?.type === 'JSXExpressionContainer' || callee === 'String'
    ? 'shows a count without countText, which marks a capped one with +'
    : undefined;
});

/** A running action; a part of a field is disabled with it. */
const isRunning = /^(\w+\.)?(is)?(busy|calling|sending|disabled)$/i;
const isButton = /^(button|Button)$/;

/** A button disabled for a reason shows it (`greyed`); `disabled` is for a running action. */
export const silentlyGrey: Rule = (source) => {
  const offences: string[] = [];
  for (const [node, above] of walk(source.tree)) {
    if (node.type !== 'JSXAttribute' || nameOf(node.name) !== 'disabled') continue;
    if (!isButton.test(nameOf(above.at(-1)?.name))) continue;
    const { expression } = (node.value ?? {}) as { expression?: Node };
    const why = expression ? source.text.slice(expression.start, expression.end) : 'always';
    if (!why.split('||').every((part) => isRunning.test(part.trim())))
      offences.push(at(source, node, `is grey without a reason to read: ${why}`));
  }
  return offences;
};

/** React's lazy throws a failed load at the entire screen (`lazy-part.tsx`). */
export const lazyOfReact: Rule = ({ path, text }) =>
  path !== 'src/kernel/ui/parts/lazy-part.tsx' && /import \{[^}]*\blazy\b[^}]*\} from 'react';/.test(text)
    ? [`${path} takes lazy of React: take it of lazy-part.tsx`]
    : [];
