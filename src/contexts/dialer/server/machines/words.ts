/**
 * Content rules of an answering-machine message: any household member may hear it, so it must not disclose a loan, an
 * amount or a lender. Pure.
 */

/** Word prefixes, in English, Hindi and transliterated Hindi. */
const stems =
  'loan|lend|borrow|debt|overdue|payment|paying|outstanding|balance|amount|rupee|rupay|interest|instal|settle|recover|collect|legal|lawyer|advocate|court|police|arrest|notice|credit|cibil|bank|financ|nbfc|mortgage|cheque|bounce|penalt|charge|default|foreclos|repossess|seiz|mandate|autopay|hundred|thousand|lakh|crore|karz|karj|udhaar|udhar|kist|bakaya|bhugtan|paisa|paise|vasool|vasul|byaj|ऋण|कर्ज|क़र्ज|लोन|उधार|किस्त|क़िस्त|किश्त|ईएमआई|बकाया|भुगतान|पेमेंट|चुका|अदा|राशि|रकम|रक़म|रुप|रूपय|रूपए|पैस|ब्याज|वसूल|कानून|क़ानून|अदालत|कोर्ट|वकील|पुलिस|गिरफ|नोटिस|बैंक|फाइनेंस|फ़ाइनेंस|क्रेडिट|सिबिल|समझौत|जुर्मान|डिफॉल्ट|डिफ़ॉल्ट|हज़ार|हजार|लाख|करोड़';
/** Complete words: as prefixes they would match harmless ones. */
const whole = 'emi|emis|due|dues|pay|pays|paid|owe|owes|owed|rs|inr|ecs|nach|सौ';
const start = String.raw`(?<![\p{L}\p{M}])`;
const telling = new RegExp(
  `${start}(?:(?:${whole})(?![\\p{L}\\p{M}])|(?:${stems})[\\p{L}\\p{M}]*)|₹|\\{\\{.*?\\}\\}`.normalize('NFC'),
  'iu',
);
/** Callback numbers: mobile, toll-free or landline. */
const telephones =
  /(?<!\d)(?:(?:\+?91[ -]?|0)?[6-9]\d{4}[ -]?\d{5}|1[68]00[ -]?\d{2,3}[ -]?\d{3,4}|0\d{2,4}[ -]?\d{6,8})(?!\d)/g;
const shortest = 4;

/** The first disclosing word, or null. `lenders`: names that must not be disclosed. */
export function tellsIn(text: string, lenders: readonly string[]): string | null {
  const said = text.normalize('NFC');
  const [word] = telling.exec(said) ?? [];
  if (word !== undefined) return word;
  const [digits] = /\p{Nd}+/u.exec(said.replaceAll(telephones, '')) ?? [];
  if (digits !== undefined) return digits;
  const spoken = said.toLowerCase();
  const names = lenders.flatMap((name) => [name, name.split(/\s+/)[0] ?? '']).map((name) => name.trim());
  return names.find((name) => name.length >= shortest && spoken.includes(name.toLowerCase())) ?? null;
}
