import type { browserLineText } from '../en/browser-line.ts';
import type { Overlay } from '#text/locale.ts';

export const browserLineHindi: Overlay<typeof browserLineText> = {
  inProgress: 'कॉल जारी है',
  waits: (borrower: string) => `${borrower} को होल्ड संगीत सुनाई दे रहा है। बात करने के लिए कॉल फिर जोड़ें।`,
  endsIn: (seconds: string) => `कॉल ${seconds} सेकंड में खत्म होगी।`,
  resume: 'कॉल फिर जोड़ें',
  resuming: 'आपकी लाइन जुड़ रही है। लाइन जुड़ते ही कॉल फिर जुड़ेगी।',
  end: 'कॉल खत्म करें',
  sound: 'माइक्रोफ़ोन और स्पीकर',
  microphone: 'माइक्रोफ़ोन',
  loudspeaker: 'स्पीकर',
  usual: 'डिफ़ॉल्ट डिवाइस',
  choose: 'माइक्रोफ़ोन चुनें',
  level: 'माइक्रोफ़ोन का स्तर',
  levels: { silent: 'कोई आवाज़ नहीं', low: 'धीमी', good: 'ठीक', high: 'बहुत तेज़' },
  otherTab: 'लाइन दूसरे टैब में खुली है। डिवाइस वहीं चुनें।',
  lost: (device: string) => `माइक्रोफ़ोन अलग हो गया: ${device}`,
  lostInCall: 'उधारकर्ता आपको सुन नहीं सकते। इसे फिर लगाएँ, या दूसरा माइक्रोफ़ोन चुनें।',
  lostToDo: 'इसे फिर लगाएँ, या दूसरा माइक्रोफ़ोन चुनें।',
  silenced: (device: string) => `${device} से कोई आवाज़ नहीं आ रही`,
  silencedToDo: 'इसका बटन या कंप्यूटर इसे बंद रखे है। चालू करें, या दूसरा माइक्रोफ़ोन चुनें।',
  unnamed: 'माइक्रोफ़ोन',
  switched: (device: string) => `माइक्रोफ़ोन: ${device}`,
  notSwitched: 'यह डिवाइस काम नहीं कर रहा। दूसरा चुनें।',
};
