/** The forms of one name that a slice needs. */
export interface Names {
  /** `allocation-types`: file, folder and domain. */
  many: string;
  /** `allocationTypes`: what code calls it. */
  camel: string;
  /** `AllocationTypes`: its component. */
  pascal: string;
  /** `allocation_types`: its table. */
  snake: string;
  /** `Allocation Types`: its title. */
  title: string;
  /** `allocation-type`. */
  one: string;
  oneTitle: string;
  oneCamel: string;
}

function singular(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return /(s|x|ch|sh)es$/.test(word) ? word.slice(0, -2) : word.replace(/s$/, '');
}

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);
const words = (kebab: string): string[] => kebab.split('-');
const camelOf = (kebab: string): string =>
  words(kebab)
    .map((word, i) => (i === 0 ? word : capital(word)))
    .join('');
export const titleOf = (kebab: string): string => words(kebab).map(capital).join(' ');

export function namesOf(many: string): Names {
  const one = singular(many);
  return {
    many,
    camel: camelOf(many),
    pascal: capital(camelOf(many)),
    snake: many.replaceAll('-', '_'),
    title: titleOf(many),
    one,
    oneTitle: titleOf(one),
    oneCamel: camelOf(one),
  };
}
