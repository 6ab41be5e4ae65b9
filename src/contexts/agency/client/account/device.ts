/** Browser and system names from a user agent string. */
import { sessionText as say } from '#contexts/agency/text/en/session.ts';

/** The first match is used: most browsers also name their ancestors. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgi?A?(?:iOS)?\//, 'Edge'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bUCBrowser\//, 'UC Browser'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

const named = (among: typeof browsers, agent: string): string | undefined =>
  among.find(([sign]) => sign.test(agent))?.[1];

/** Such as “Firefox on Linux”; the string itself where it means nothing to us. */
export function deviceOf(agent: string): string {
  const browser = named(browsers, agent);
  const system = named(systems, agent);
  if (browser && system) return say.browserOn(browser, system);
  return browser ?? system ?? (agent || say.unknownDevice);
}
