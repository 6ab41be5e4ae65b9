/** Facts separated by dots: a row breaks after a dot, and a short fact such as “20 Nov” never breaks. */
import { Children, Fragment, type ReactNode, cloneElement, isValidElement } from 'react';

const between = ' · ';
/** Longer ones are sentences, which may break anywhere. */
const mostLetters = 22;
const noBreak = '\u{A0}';
/** Of no width; a line may break after a dash, which a span of days or amounts does not bear. */
const joiner = '\u{2060}';

const heldWords = (words: string): string =>
  words
    .split(between)
    .map((fact) => (fact.length > mostLetters ? fact : fact.replaceAll(/(?<=\S) (?=\S)/g, noBreak)))
    .join(`${noBreak}· `)
    .replaceAll(/(?<=\d)–(?=\d)/g, `–${joiner}`);

/** Joins the strings; elements between them, such as a pill, are unchanged. */
export function heldTogether(node: ReactNode): ReactNode {
  if (typeof node === 'string') return node.includes(between) ? heldWords(node) : node;
  if (Array.isArray(node)) return Children.map(node, heldTogether);
  if (isValidElement<{ children?: ReactNode }>(node) && node.type === Fragment)
    return cloneElement(node, {}, heldTogether(node.props.children));
  return node;
}
