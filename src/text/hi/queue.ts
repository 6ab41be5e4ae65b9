import type { queueText } from '../en/queue.ts';
import type { Overlay } from '../locale.ts';

export const queueHindi: Overlay<typeof queueText> = {
  savedHere: 'इस फ़ोन पर सहेजा गया। यह अपने आप भेजा जाएगा।',
  storageFull: 'सहेजा नहीं गया: फ़ोन की स्टोरेज भर गई है। कुछ जगह खाली करें और फिर से सहेजें दबाएँ।',
  notSaved: 'सहेजा नहीं गया: इस ब्राउज़र ने प्रविष्टि रखने नहीं दी। फिर से सहेजें दबाएँ।',
  refusedNotice: 'एक प्रविष्टि स्वीकार नहीं हुई। कारण कतार में देखें।',
  safeHere: (count) => `${count} प्रविष्टियाँ इस फ़ोन पर सुरक्षित हैं। भेजने के लिए साइन इन करें।`,
  online: 'ऑनलाइन',
  offline: 'ऑफ़लाइन',
  offlineWaiting: (count) => `ऑफ़लाइन · ${count} प्रतीक्षा में`,
  waiting: 'भेजना बाकी',
  waitingCount: (count) => `${count} प्रतीक्षा में`,
  sendingOf: (at, of) => `${of} में से ${at} भेजी जा रही है`,
  allSent: (time) => `सब भेजा गया ${time}`,
  needsYou: (count) => `${count} प्रविष्टियों पर आपका ध्यान चाहिए`,
};
