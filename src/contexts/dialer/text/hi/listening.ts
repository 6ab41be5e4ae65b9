import type { listeningText } from '../en/listening.ts';
import type { Overlay } from '#text/locale.ts';

export const listeningHindi: Overlay<typeof listeningText> = {
  listen: 'सुनें',
  listenTo: (name: string) => `${name} को सुनें`,
  rings: (name: string) => `आपके डेस्क फ़ोन पर घंटी आ रही है: ${name} को सुनने के लिए उठाएँ।`,
  modes: { listen: 'सुनें', whisper: 'एजेंट से कहें', join: 'जुड़ें' },
  now: {
    listen: (name: string) => `आप ${name} को सुन रहे हैं। आपको कोई नहीं सुनता।`,
    whisper: (name: string) => `${name} आपको सुनते हैं, उधारकर्ता नहीं।`,
    join: (name: string) => `${name} और उधारकर्ता आपको सुनते हैं।`,
  },
  seen: (name: string) => `${name} देखते हैं कि आप सुन रहे हैं।`,
  unseen: (name: string) => `${name} नहीं देखते कि आप सुन रहे हैं।`,
  rule: 'एजेंट देखें कि उन्हें कौन सुन रहा है',
  ruleHint: 'जो एजेंट से कहता है या जुड़ता है वह हमेशा दिखता है। हर सुनना ऑडिट में है।',
  ruleFailed: 'इसे बदला नहीं जा सका।',
  how: 'आप कैसे शामिल हैं',
  takeOver: 'कॉल ले लें',
  stop: 'बंद करें',
  heardBy: (names: string) => `${names} सुन रहे हैं`,
  failed: 'अभी कुछ सुना नहीं जा सकता।',
};
