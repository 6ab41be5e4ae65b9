import type { loanHoldsText } from '../en/loan-holds.ts';
import type { Overlay } from '#text/locale.ts';

export const loanHoldsHindi: Overlay<typeof loanHoldsText> = {
  title: 'विराम',
  about: 'विराम के दौरान उधारकर्ता से कोई संपर्क नहीं करता, न इस लोन के बारे में, न किसी और के।',
  none: 'इस लोन पर विराम नहीं है।',
  place: 'विराम लगाएँ',
  end: 'विराम हटाएँ',
  askEnd: (reason) => `विराम “${reason}” हटाएँ? लोन पर फिर से काम होगा।`,
  rests: (day) => `${day} तक विराम`,
  reason: 'कारण',
  needReason: 'कारण चुनें',
  noReasons: 'विराम के लिए कोई कारण नहीं है।',
  untilDay: 'आखिरी दिन',
  untilHint: (days) => `अधिकतम ${days} दिन; खाली छोड़ने पर पूरे दिन।`,
  note: 'टिप्पणी',
  placed: 'विराम लग गया',
  ended: 'विराम हट गया',
  failed: 'कुछ गड़बड़ हुई!',
  days: (from, until) => `${from} से ${until}`,
  since: (from) => `${from} से`,
  endedBy: (who, when) => `${who} ने हटाया, ${when}`,
  over: 'समाप्त',
};
