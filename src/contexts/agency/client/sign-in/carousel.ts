import { sessionText as say } from '#contexts/agency/text/en/session.ts';
import { type SlideName, slidePictures } from './slides.ts';

/** Document 1, section 2.1. */
const slideTime = 1500;
const names = Object.keys(slidePictures) as SlideName[];
const pauseMark = '<path d="M8 5v14M16 5v14"/>';
const playMark = '<path d="M8 5l11 7-11 7z"/>';
const mark = (inner: string): string =>
  `<svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linejoin="round" stroke-linecap="round">${inner}</svg>`;

const slide = (name: SlideName, index: number): string => {
  const { title, about } = say.slides[name];
  return `<div class="auth-slide" role="group" aria-roledescription="slide" aria-label="${say.slideOf(index + 1, names.length)}"${index ? ' inert' : ' data-shown'}>
${slidePictures[name]}<p class="auth-slide-title">${title}</p><p>${about}</p></div>`;
};

export const carouselMarkup = (): string =>
  `<section class="auth-carousel" aria-roledescription="carousel" aria-label="${say.carousel}">
<div class="auth-slides">${names.map(slide).join('')}</div>
<div class="auth-carousel-bar"><span class="auth-dots" aria-hidden="true">${names.map((_, i) => `<i${i ? '' : ' data-shown'}></i>`).join('')}</span>
<button type="button" class="auth-pause"></button></div></section>`;

/** Advances the slides; pauses under the pointer, on focus and with reduced motion. */
export function runCarousel(root: HTMLElement): void {
  const carousel = root.querySelector<HTMLElement>('.auth-carousel');
  const button = carousel?.querySelector<HTMLButtonElement>('.auth-pause');
  if (!carousel || !button) return;
  const slides = [...carousel.querySelectorAll<HTMLElement>('.auth-slide')];
  const dots = [...carousel.querySelectorAll<HTMLElement>('.auth-dots i')];
  let shown = 0;
  let paused = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const show = (next: number): void => {
    for (const [i, one] of slides.entries()) {
      one.toggleAttribute('data-shown', i === next);
      one.toggleAttribute('inert', i !== next);
      dots[i]?.toggleAttribute('data-shown', i === next);
    }
    shown = next;
  };
  const label = (): void => {
    button.innerHTML = mark(paused ? playMark : pauseMark);
    button.setAttribute('aria-label', paused ? say.playSlides : say.pauseSlides);
  };
  button.addEventListener('click', () => {
    paused = !paused;
    label();
  });
  label();
  const timer = setInterval(() => {
    if (!carousel.isConnected) return clearInterval(timer);
    if (!paused && !carousel.matches(':hover, :focus-within')) show((shown + 1) % slides.length);
  }, slideTime);
}
