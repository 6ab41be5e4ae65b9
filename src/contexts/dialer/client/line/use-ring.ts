import { useEffect } from 'react';

const everyMs = 2400;
const tones = [440, 480];

/** Two tones, as a telephone would, for as long as this is shown; a phone trembles too. */
export function useRing(): void {
  useEffect(() => {
    const audio = new AudioContext();
    const ring = (): void => {
      navigator.vibrate?.([400, 200, 400]);
      for (const tone of tones) {
        const [source, volume] = [audio.createOscillator(), audio.createGain()];
        source.frequency.value = tone;
        volume.gain.value = 0.06;
        source.connect(volume).connect(audio.destination);
        source.start();
        source.stop(audio.currentTime + 1);
      }
    };
    ring();
    const timer = setInterval(ring, everyMs);
    return () => {
      clearInterval(timer);
      void audio.close();
    };
  }, []);
}
