/** Rules of the style page for decision titles and commit subjects. */
import { finderOf, riddleWords } from './dictionary.ts';

const MOST_WORDS = 10;
const MOST_CHARACTERS = 72;

/** Faults of decision titles: `007-name.md` with its first line. */
export function titleFaults(
  decisions: readonly { file: string; title: string }[],
  dictionary: readonly string[],
): string[] {
  const find = finderOf(dictionary);
  return decisions.flatMap(({ file, title }) => {
    const rule = title.replace(/^#\s*\d*[\s.:—–-]*/, '');
    const found = find(rule);
    const words = rule.split(/\s+/).length;
    return [
      ...(found.length > 0 ? [`${file}: replace ${found.join(', ')} in its title (docs/style.md).`] : []),
      ...(words > MOST_WORDS ? [`${file}: its title has ${words} words, more than ${MOST_WORDS}.`] : []),
    ];
  });
}

/** Faults of commit subjects. */
export function subjectFaults(subjects: readonly string[]): string[] {
  const find = finderOf(riddleWords);
  return subjects.flatMap((subject) => {
    const found = find(subject);
    return [
      ...(subject.length > MOST_CHARACTERS
        ? [`Commit "${subject}" has ${subject.length} characters, more than ${MOST_CHARACTERS}.`]
        : []),
      ...(found.length > 0 ? [`Commit "${subject}": replace ${found.join(', ')} (docs/style.md).`] : []),
    ];
  });
}
