/** The pictures of the carousel, drawn by hand: 320 by 200, strokes in the colour of the text around them. */
const frame = (inner: string): string =>
  `<svg viewBox="0 0 320 200" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" stroke-linejoin="round">${inner}</svg>`;

const field = frame(
  `<path class="auth-soft" d="M18 168q38-40 76-20t70-26 62 14 76-34v72z"/>
<rect class="auth-paper" x="112" y="22" width="96" height="156" rx="14"/>
<path d="M148 34h24"/><path d="M128 62h38M128 76h58M128 104h30M128 118h52M128 146h38" opacity=".55"/>
<circle class="auth-accent" cx="188" cy="64" r="9"/><path d="m184 64 3 3 5-6"/>
<circle class="auth-accent" cx="188" cy="106" r="9"/><path d="m184 106 3 3 5-6"/>
<circle cx="188" cy="148" r="9"/><path d="M188 143v5l4 3"/>
<path d="M232 60q22-16 44 0M240 72q14-10 28 0" opacity=".5"/><path d="m236 84 44-40"/>`,
);

const call = frame(
  `<circle class="auth-soft" cx="160" cy="104" r="84"/>
<path d="M92 112V98a68 68 0 0 1 136 0v14"/>
<rect class="auth-paper" x="80" y="104" width="30" height="48" rx="12"/>
<rect class="auth-paper" x="210" y="104" width="30" height="48" rx="12"/>
<path d="M225 152v8q0 18-22 18h-26"/><circle class="auth-accent" cx="168" cy="178" r="8"/>
<path d="M128 112v16M144 100v40M160 108v24M176 94v52M192 112v16"/>`,
);

const money = frame(
  `<path class="auth-soft" d="M30 170h260v12H30z"/>
<rect class="auth-paper" x="56" y="112" width="36" height="58" rx="6"/>
<rect class="auth-paper" x="112" y="84" width="36" height="86" rx="6"/>
<rect class="auth-accent" x="168" y="52" width="36" height="118" rx="6"/>
<path d="M40 100q60-10 96-40t82-34" opacity=".5"/>
<circle class="auth-paper" cx="250" cy="92" r="38"/>
<path d="M236 74h28M236 87h28M240 74h8q12 0 12 7t-12 6h-8l20 22"/>`,
);

export const slidePictures = { field, call, money } as const;
export type SlideName = keyof typeof slidePictures;
