/** Spoken amounts, from zero to ninety-nine and by larger units: alone, and before another part. */
export interface NumberWords {
  /** Ten per row, separated by a bar. */
  small: string;
  hundreds: readonly string[];
  hundredsAnd: readonly string[];
  /** Singular and plural: alone, then before another part. */
  thousand: Scale;
  lakh: Scale;
  crore: Scale;
  rupee: string;
  rupees: string;
  paise: string;
  and: string;
}
export interface Scale {
  one: readonly [string, string];
  many: readonly [string, string];
}

export const englishNumbers: NumberWords = {
  small: `zero|one|two|three|four|five|six|seven|eight|nine|
ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|
twenty|twenty one|twenty two|twenty three|twenty four|twenty five|twenty six|twenty seven|twenty eight|twenty nine|
thirty|thirty one|thirty two|thirty three|thirty four|thirty five|thirty six|thirty seven|thirty eight|thirty nine|
forty|forty one|forty two|forty three|forty four|forty five|forty six|forty seven|forty eight|forty nine|
fifty|fifty one|fifty two|fifty three|fifty four|fifty five|fifty six|fifty seven|fifty eight|fifty nine|
sixty|sixty one|sixty two|sixty three|sixty four|sixty five|sixty six|sixty seven|sixty eight|sixty nine|
seventy|seventy one|seventy two|seventy three|seventy four|seventy five|seventy six|seventy seven|seventy eight|seventy nine|
eighty|eighty one|eighty two|eighty three|eighty four|eighty five|eighty six|eighty seven|eighty eight|eighty nine|
ninety|ninety one|ninety two|ninety three|ninety four|ninety five|ninety six|ninety seven|ninety eight|ninety nine`,
  hundreds: [
    'one hundred',
    'two hundred',
    'three hundred',
    'four hundred',
    'five hundred',
    'six hundred',
    'seven hundred',
    'eight hundred',
    'nine hundred',
  ],
  hundredsAnd: [
    'one hundred',
    'two hundred',
    'three hundred',
    'four hundred',
    'five hundred',
    'six hundred',
    'seven hundred',
    'eight hundred',
    'nine hundred',
  ],
  thousand: { one: ['one thousand', 'one thousand'], many: ['thousand', 'thousand'] },
  lakh: { one: ['one lakh', 'one lakh'], many: ['lakh', 'lakh'] },
  crore: { one: ['one crore', 'one crore'], many: ['crore', 'crore'] },
  rupee: 'rupee',
  rupees: 'rupees',
  paise: 'paise',
  and: 'and',
};
