/** Rules are made when first asked for: most starts need none. */
const rules = new Map<string, Intl.PluralRules>();

/**
 * The form a language has for a count, with `#` as India writes the number: `plural('en', 2, { one: '# loan', other:
 * '# loans' })`. Which forms there are is the language's: Hindi has one for 0 and 1, Arabic six.
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
