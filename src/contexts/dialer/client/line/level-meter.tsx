/** Microphone level meter. Drawn without React, which would render the panel several times a second. */
import { useEffect, useRef } from 'react';
import { browserLineText as say } from '#contexts/dialer/text/en/browser-line.ts';
import { loudnessOf, wordOf } from './loudness.ts';
import css from './line-sound.module.css';

const everyMs = 100;
/** Update interval with reduced motion, and for screen readers. */
const slowlyMs = 500;

export function LevelMeter({ stream }: { stream: MediaStream }) {
  const meter = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const audio = new AudioContext();
    const analyser = audio.createAnalyser();
    audio.createMediaStreamSource(stream).connect(analyser);
    // Browsers suspend audio contexts until a user gesture.
    const wake = (): void => void audio.resume();
    document.addEventListener('pointerdown', wake);
    wake();
    const samples = new Float32Array(analyser.fftSize);
    let announcedAt = 0;
    const draw = (): void => {
      analyser.getFloatTimeDomainData(samples);
      const level = loudnessOf(samples);
      if (bar.current) bar.current.style.transform = `scaleX(${level})`;
      if (Date.now() - announcedAt < slowlyMs) return;
      announcedAt = Date.now();
      meter.current?.setAttribute('aria-valuenow', String(Math.round(level * 100)));
      meter.current?.setAttribute('aria-valuetext', say.levels[wordOf(level)]);
      meter.current?.setAttribute('data-level', wordOf(level));
    };
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const timer = setInterval(draw, isCalm ? slowlyMs : everyMs);
    return () => {
      clearInterval(timer);
      document.removeEventListener('pointerdown', wake);
      void audio.close();
    };
  }, [stream]);
  return (
    <div
      ref={meter}
      className={css.meter}
      role="meter"
      aria-label={say.level}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={0}
    >
      <i ref={bar} />
    </div>
  );
}
