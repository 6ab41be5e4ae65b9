import type { visitsText } from '../en/visits.ts';
import type { Overlay } from '#text/locale.ts';

export const visitsHindi: Overlay<typeof visitsText> = {
  checkIn: 'मुलाक़ात दर्ज करें',
  title: 'मुलाक़ात',
  saveHappened: 'मुलाक़ात हो चुकी है: सहेजें और चिह्नित करें',
  onlyHappened: 'अभी मुलाक़ात शुरू न करें। जो हो चुकी है वह सहेजी और चिह्नित की जाती है, और आपके टीम लीडर उसे देखते हैं।',
  noticeTold: (day) => `उधारकर्ता को ${day} को इस मुलाक़ात की सूचना दी गई।`,
  noticeToldYesterday: 'उधारकर्ता को कल इस मुलाक़ात की सूचना दी गई।',
  noticeToldToday: 'उधारकर्ता को आज इस मुलाक़ात की सूचना दी गई।',
  noticeWaits: 'संपर्क के नियम अनुमति देते ही सूचना भेजी जाएगी।',
  noticeNone: (day) => `अभी सूचना नहीं दी गई: ${day} से पहले मुलाक़ात शुरू न करें।`,
  noticeGive: 'उधारकर्ता को बताएँ',
  noticeAsked: 'उधारकर्ता को बताया जाएगा',
  knownAt: (when) => `जैसा इस फ़ोन को ${when} को पता था`,
  against: (rule) => `संपर्क के नियम के विरुद्ध: ${rule}`,
  againstTitle: 'संपर्क के नियम के विरुद्ध मुलाक़ातें',
  outcome: 'क्या हुआ',
  needOutcome: 'कृपया चुनें कि क्या हुआ',
  comments: 'टिप्पणी',
  outcomes: {
    met: 'उधारकर्ता से मिले',
    locked: 'दरवाज़ा बंद',
    family: 'सिर्फ़ परिवार या पड़ोसी मिले',
    refused: 'बात नहीं करना चाहते',
    moved: 'कहीं और चले गए',
    wrong_address: 'पता ग़लत',
  },
  next: (step) => `आगे: ${step}`,
  steps: {
    write_down: 'जो तय हुआ उसे दर्ज करें।',
    another_time: 'दिन के किसी और समय आएँ।',
    call_first: 'अगली बार आने से पहले फ़ोन करके समय तय करें। लोन की बात सिर्फ़ उधारकर्ता से करें।',
    tell_leader: 'फिर आने से पहले अपने टीम लीडर को बताएँ।',
    check_address: 'टीम लीडर से पता जाँचने को कहें।',
  },
  looking: 'आपकी जगह ढूँढी जा रही है…',
  found: (metres) => `जगह मिली, ${metres} मीटर के भीतर`,
  positionRefused: 'इस फ़ोन को जगह बताने की अनुमति नहीं है। मुलाक़ात उसके बिना सहेजी जाएगी।',
  positionNone: 'जगह नहीं मिली। मुलाक़ात उसके बिना सहेजी जाएगी।',
  again: 'फिर कोशिश करें',
  photo: 'फ़ोटो जोड़ें',
  photoChange: 'दूसरी फ़ोटो',
  photoRemove: 'फ़ोटो हटाएँ',
  photoOf: 'इस मुलाक़ात की फ़ोटो',
  photoBroken: 'यह फ़ोटो पढ़ी नहीं जा सकी। दूसरी लें।',
  photoLeft: 'मुलाक़ात सहेजी गई, उसकी फ़ोटो नहीं।',
  savePhoto: 'फ़ोटो सहेजें',
  save: 'सहेजें',
  created: 'मुलाक़ात सहेजी गई',
  photoSent: 'मुलाक़ात की फ़ोटो सहेजी गई',
  failed: 'कोई गड़बड़ी हुई',
  says: (name, outcome) => `${name} से मुलाक़ात: ${outcome}`,
  saysPhoto: (name) => `${name} से मुलाक़ात की फ़ोटो`,
  earlier: 'पिछली मुलाक़ातें',
  none: 'यहाँ अभी कोई नहीं आया।',
  times: (times) => `लगातार ${times} बार दरवाज़ा बंद`,
  place: { refused: 'जगह बताने से मना', none: 'जगह नहीं मिली' },
  askAway: (km) =>
    `यह फ़ोन पते के इलाके से लगभग ${km.toLocaleString('en-IN')} किमी दूर है। इस जगह के साथ मुलाक़ात सहेजें?`,
  saveAway: 'मुलाक़ात सहेजें',
  notAway: 'फिर देखें',
  away: (km) => `पते के इलाके से लगभग ${km.toLocaleString('en-IN')} किमी दूर`,
  fromMet: (metres) =>
    metres < 1000
      ? `पिछली बार जहाँ मिले थे, वहाँ से ${metres} मीटर`
      : `पिछली बार जहाँ मिले थे, वहाँ से ${(metres / 1000).toLocaleString('en-IN', { maximumFractionDigits: 1 })} किमी`,
  awayTitle: 'पते से दूर की मुलाक़ातें',
  map: 'नक्शे में देखें',
  showPhoto: 'फ़ोटो देखें',
  at: (metres, seconds) =>
    [
      metres === null ? 'जगह पता है' : `${metres} मीटर के भीतर`,
      seconds !== null && seconds > 60 && `${Math.round(seconds / 60)} मिनट पुरानी`,
    ]
      .filter(Boolean)
      .join(', '),
};
