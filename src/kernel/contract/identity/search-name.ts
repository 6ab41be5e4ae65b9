/** Names as they are searched: however they are typed, the same letters. Pure. */

/** The accents of Latin, Greek and Cyrillic letters, and the dot below letters of Indian scripts. Vowel signs stay. */
const foldedMarks =
  '\\u0300-\\u036F\\u1AB0-\\u1AFF\\u1DC0-\\u1DFF\\u20D0-\\u20FF\\uFE20-\\uFE2F\\u093C\\u09BC\\u0A3C\\u0ABC\\u0B3C\\u0CBC';
/** Joiners, direction marks, standalone apostrophes and accents: ignored in comparisons of names. */
const droppedSigns =
  "'`\\u00A8\\u00AD\\u00B4\\u034F\\u061C\\u180B-\\u180E\\u200B-\\u200F\\u2018-\\u201B\\u202A-\\u202E\\u2032\\u2035\\u2060-\\u206F\\u02B9-\\u02CB\\uA78C\\uFE00-\\uFE0F\\uFEFF";
/** Word separators. */
const dividingSigns =
  '\\u0001-\\u0026\\u0028-\\u002F\\u003A-\\u0040\\u005B-\\u005F\\u007B-\\u007F\\u0080-\\u00A7\\u00A9\\u00AB\\u00AC\\u00AE-\\u00B1\\u00B6-\\u00B8\\u00BB\\u00BF\\u00D7\\u00F7\\u1680\\u2000-\\u200A\\u2010-\\u2017\\u201C-\\u2031\\u2033\\u2034\\u2036-\\u205F\\u2212\\u3000-\\u3002';
/** Letters without a Unicode decomposition. */
const lettersApart: readonly (readonly [string, string])[] = [
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ß', 'ss'],
  ['þ', 'th'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ħ', 'h'],
  ['ŧ', 't'],
  ['ı', 'i'],
];

const marks = new RegExp(`[${foldedMarks}${droppedSigns}]`, 'g');
const dropped = new RegExp(`[${droppedSigns}]`, 'g');
const dividing = new RegExp(`[${dividingSigns}]+`, 'g');
const apart = new Map(lettersApart);
const letters = new RegExp(`[${lettersApart.map(([letter]) => letter).join('')}]`, 'g');

/** Lower case without accents, single blanks between parts. Identical to the database function `search_name`. */
export const searchName = (name: string): string =>
  name
    .replace(dropped, '')
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .replace(letters, (letter) => apart.get(letter) ?? letter)
    .replace(dividing, ' ')
    .trim();

/** Search terms; a name with all of them in any order matches. */
export const searchWords = (typed: string): string[] => searchName(typed).split(' ').filter(Boolean);
