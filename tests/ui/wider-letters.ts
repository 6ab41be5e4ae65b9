/** Most other typefaces are narrower: a phone shows its system font until Inter has loaded. */
export const widerLetters = '* { letter-spacing: 0.04em !important }';
