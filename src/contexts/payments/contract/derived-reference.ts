/** Begins the reference of a payment that came without a transaction number; no bank writes such a number. */
export const derivedPrefix = 'DERIVED-';
