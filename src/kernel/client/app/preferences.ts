/** What belongs to the device, not to a person: language and colours. Survives signing out. */
export const languages = ['en', 'hi'] as const;
export type Language = (typeof languages)[number];
export const schemes = ['auto', 'light', 'dark'] as const;
type Scheme = (typeof schemes)[number];

const languageKey = 'recoup-language';
/** Storage key of Mantine's colour scheme manager. */
const schemeKey = 'mantine-color-scheme-value';

const stored = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage may be blocked by the browser; the defaults apply.
    return null;
  }
};

export const language = (): Language => languages.find((one) => one === stored(languageKey)) ?? 'en';
const scheme = (): Scheme => schemes.find((one) => one === stored(schemeKey)) ?? 'auto';

/** Applied at the next load: translations are merged into English before the first screen. */
export const chooseLanguage = (chosen: Language): void => localStorage.setItem(languageKey, chosen);

/** Applies language and colours to the document before the first paint; colours track the system afterwards. */
export function applyPreferences(): void {
  const root = document.documentElement;
  root.lang = language();
  const system = matchMedia('(prefers-color-scheme: dark)');
  const paint = (): void => {
    const chosen = scheme();
    const dark = chosen === 'auto' ? system.matches : chosen === 'dark';
    root.dataset.mantineColorScheme = dark ? 'dark' : 'light';
  };
  paint();
  system.addEventListener('change', paint);
}

/** Whether loans are stored here under a PIN, and which users declined to set one. */
const vaultKey = 'recoup-vault';
const noPinKey = 'recoup-no-pin';
export const hasVault = (): boolean => stored(vaultKey) !== null;
export function keepVaultMark(isSet: boolean): void {
  if (isSet) localStorage.setItem(vaultKey, '1');
  else localStorage.removeItem(vaultKey);
}
const declined = (): string[] => (stored(noPinKey) ?? '').split(' ');
export const hasDeclinedPin = (userId: number): boolean => declined().includes(String(userId));
export const declinePin = (userId: number): void =>
  localStorage.setItem(noPinKey, [...new Set([...declined(), String(userId)])].join(' ').trim());

/** Number of unsent outbox items, to detect a browser that clears its databases. */
const unsentKey = 'recoup-unsent';
export const unsentPad = {
  read: (): string | null => stored(unsentKey),
  write: (text: string): void => localStorage.setItem(unsentKey, text),
};

/** The agency of the data stored on this device. */
const agencyKey = 'recoup-agency';
export const agencyMark = (): string | undefined => stored(agencyKey) ?? undefined;
export function keepAgencyMark(agency: string): void {
  try {
    localStorage.setItem(agencyKey, agency);
  } catch {
    // Blocked or full: the outbox stores it too.
  }
}

/** The layout of a list on this device, without its content. */
export const columnsKey = (list: string): string => `recoup-columns:${list}`;
/** Layouts, and the microphone and loudspeaker chosen here. */
const arranged = (): string[] =>
  Object.keys(localStorage).filter((key) => /^recoup-(columns|sound):/.test(key));

/** Clears local storage (document 1, section 4.5) but for what belongs to the device. */
export function clearLocalStorage(): void {
  const kept = [languageKey, schemeKey, vaultKey, noPinKey, unsentKey, agencyKey, ...arranged()].map(
    (key) => [key, localStorage.getItem(key)] as const,
  );
  localStorage.clear();
  for (const [key, value] of kept) if (value !== null) localStorage.setItem(key, value);
}
