/** Prefix of references derived for payments without a transaction number; no bank uses it. */
export const derivedPrefix = 'DERIVED-';
