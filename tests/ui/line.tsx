/** The agent's line in the browser: its microphone with a level, what is shown when it is lost, and a call to resume. */
import { useEffect, useState } from 'react';
import { LineSound } from '../../src/contexts/dialer/client/line/line-sound.tsx';
import { type Microphone, openMicrophone } from '../../src/contexts/dialer/client/line/microphone.ts';
import { MicrophoneTrouble } from '../../src/contexts/dialer/client/line/microphone-trouble.tsx';
import { ResumeCall } from '../../src/contexts/dialer/client/line/resume-call.tsx';
import { useSound } from '../../src/contexts/dialer/client/line/sound-store.ts';
import { speak } from '../../src/text/locale.ts';
import { hindi } from '../../src/app/text/hi/hindi.ts';
import { call } from './call.tsx';

const query = new URLSearchParams(window.location.search);
if (query.has('hindi')) speak(hindi);
const happened: string[] = [];
const line: { happened: string[]; microphone?: Microphone } = { happened };
Object.assign(window, { line });

export function LineScreen() {
  const { trouble } = useSound();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const opened = openMicrophone({
      switched: () => void happened.push('switched'),
      lost: () => void happened.push('lost'),
      back: () => void happened.push('back'),
      speaker: (id) => Promise.resolve(void happened.push(`speaker ${id}`)),
    });
    void opened.then((microphone) => {
      line.microphone = microphone;
      setIsOpen(true);
    });
    return () => void opened.then((microphone) => microphone.close());
  }, []);
  const [loss] = useState(() => ({
    until: new Date(Date.now() + 15_000).toISOString(),
    isResuming: false,
  }));
  return (
    <>
      <h1 hidden>Line</h1>
      {isOpen && <LineSound />}
      {trouble && <MicrophoneTrouble of={trouble} isTalk />}
      {query.has('resume') && <ResumeCall of={call} loss={loss} />}
    </>
  );
}
