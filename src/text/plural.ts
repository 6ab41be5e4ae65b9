/** Created on first use: most starts need none. */
const rules = new Map<string, Intl.PluralRules>();

/**
 * Plural form of a language for a number, with `#` formatted for India: `plural('en', 2, { one: '# loan', other: '#
 * loans' })`. Forms depend on the language: Hindi has one for 0 and 1, Arabic six.
 */
export function plural(
  locale: string,
  count: number,
  forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string },
): string {
  let rule = rules.get(locale);
  if (!rule) rules.set(locale, (rule = new Intl.PluralRules(locale)));
  return (forms[rule.select(count)] ?? forms.other).replaceAll('#', count.toLocaleString('en-IN'));
}
