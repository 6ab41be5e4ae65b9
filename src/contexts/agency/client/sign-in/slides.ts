/** The pictures of the carousel, drawn by hand: 320 by 200, strokes in the colour of the text around them. */
const frame = (inner: string): string =>
  `<svg viewBox="0 0 320 200" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${inner}</svg>`;

/** An illustration card with an icon in a circle, and two rows of text. */
const card = (y: number, sign: string): string =>
  `<g transform="translate(20 ${y})"><rect class="auth-paper" width="200" height="52" rx="12"/>
<rect class="auth-tint" x="12" y="11" width="30" height="30" rx="10"/>
<g class="auth-dark" transform="translate(18 17)">${sign}</g>
<rect class="auth-word" x="54" y="15" width="84" height="8" rx="4"/><rect class="auth-word" x="54" y="30" width="124" height="6" rx="3"/></g>`;

const pin = '<path d="M9 18s6-5.500 6-10a6 6 0 1 0-12 0c0 4.500 6 10 6 10z"/><circle cx="9" cy="8" r="2"/>';
const kept = '<path d="M1 4h16v13H1zM1 8h16M5 2v4M13 2v4M6 12l2 2 4-4"/>';
const phone =
  '<path d="M3 2h4l2 4-2 2a9 9 0 0 0 4 4l2-2 4 2v3a2 2 0 0 1-2 2A14 14 0 0 1 1 4a2 2 0 0 1 2-2z"/>';

const field = frame(
  `<rect class="auth-soft" x="108" y="8" width="200" height="112" rx="16"/>
<path class="auth-accent" d="M132 96q18-34 40-20t38-18 34 6 40-34" stroke-dasharray="1 7" stroke-width="4"/>
<circle cx="132" cy="96" r="5" fill="#fff"/><circle class="auth-accent" cx="284" cy="30" r="9" fill="#06342a" stroke-width="4"/>
${card(132, pin)}`,
);

const call = frame(
  `<rect class="auth-soft" x="108" y="8" width="200" height="112" rx="16"/>
<rect class="auth-light" x="128" y="26" width="70" height="8" rx="4"/>
<path class="auth-accent" stroke-width="5" d="M134 78v8M148 66v32M162 74v16M176 54v56M190 68v28M204 60v44M218 74v16M232 64v36M246 76v12M260 70v24M274 78v8"/>
${card(132, phone)}`,
);

const money = frame(
  `<rect class="auth-soft" x="108" y="8" width="200" height="112" rx="16"/>
<rect class="auth-light" x="128" y="24" width="64" height="7" rx="3.500"/><rect class="auth-paper" x="128" y="38" width="92" height="13" rx="6"/>
<path class="auth-area" d="M124 106V96q40-6 70-18t98-24v52z"/><path class="auth-accent" stroke-width="3" d="M124 96q40-6 70-18t98-24"/>
${card(132, kept)}`,
);

export const slidePictures = { field, call, money } as const;
export type SlideName = keyof typeof slidePictures;
