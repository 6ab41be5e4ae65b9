/** Names of months, complete or in their usual short form. Pure. */
const english = 'january february march april may june july august september october november december'.split(
  ' ',
);
const hindi: readonly (readonly string[])[] = [
  ['जनवरी', 'जन'],
  ['फरवरी', 'फ़रवरी', 'फर', 'फ़र'],
  ['मार्च'],
  ['अप्रैल', 'अप्रै'],
  ['मई'],
  ['जून'],
  ['जुलाई', 'जुल'],
  ['अगस्त', 'अग'],
  ['सितंबर', 'सितम्बर', 'सित'],
  ['अक्टूबर', 'अक्तूबर', 'अक्टू', 'अक्तू'],
  ['नवंबर', 'नवम्बर', 'नव'],
  ['दिसंबर', 'दिसम्बर', 'दिस'],
];
const numbers = new Map<string, number>([
  ...english.flatMap((name, i): [string, number][] => [
    [name, i + 1],
    [name.slice(0, 3), i + 1],
  ]),
  ['sept', 9],
  ...hindi.flatMap((names, i) => names.map((name): [string, number] => [name.normalize('NFC'), i + 1])),
]);

/** Month 1 to 12; undefined for other text. */
export const readMonth = (name: string): number | undefined =>
  numbers.get(name.normalize('NFC').toLowerCase());
