/** Dependents of a deactivated object, as text. */
const parts: readonly (readonly [name: string, word: string])[] = [
  ['loans', 'चालू लोन'],
  ['promises', 'खुले वादे'],
  ['campaignCount', 'कैंपेन'],
  ['people', 'लोग, जो इन्हें रिपोर्ट करते हैं'],
  ['calls', 'जारी कॉल'],
];

export const hangingHindi = (of: Readonly<Record<string, unknown>>): string =>
  parts
    .flatMap(([name, word]) => {
      const count = Number(of[name] ?? 0);
      return count > 0 ? [`${count.toLocaleString('en-IN')} ${word}`] : [];
    })
    .join(', ');
