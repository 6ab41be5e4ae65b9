import type { todayText } from '../en/today.ts';
import type { Overlay } from '../locale.ts';

export const todayHindi: Overlay<typeof todayText> = {
  title: 'आज',
  all: 'सभी',
  sections: {
    broken: 'टूटे वादे',
    follow_up: 'आज के फ़ॉलो-अप',
    promise: 'आज के वादे',
    new: 'नए',
    rest: 'बाकी',
  },
  empty: 'आज आपके लिए कुछ नहीं है। लोन सौंपे जाने पर यहाँ दिखेंगे।',
  emptySection: 'आज यहाँ कुछ नहीं है।',
  more: (left) => `और दिखाएँ (${left} बाकी)`,
  inList: 'बाकी लोन उधारकर्ताओं की सूची में हैं।',
  days: { yesterday: 'बीते कल', today: 'आज', tomorrow: 'आने वाले कल' },
  owes: (amount) => `${amount} बकाया`,
  reasons: {
    broken: (amount, day) => `${day} का ${amount} का वादा पूरा नहीं हुआ`,
    part_kept: (amount, day, received) => `${day} के ${amount} के वादे में से सिर्फ़ ${received} मिले`,
    followUpToday: (time) => `${time} बजे फ़ॉलो-अप`,
    followUpMissed: (day) => `${day} का फ़ॉलो-अप बाकी है`,
    promise_due: (amount, day) => `${day} के लिए ${amount} का वादा`,
    promise_ahead: (amount, day) => `${day} के लिए ${amount} का वादा`,
    new: (day) => `${day} से आपके पास, अभी संपर्क नहीं हुआ`,
    worked_today: (what) => `आज हो गया: ${what}`,
    silent: (days) => `${days} दिन से संपर्क नहीं`,
    overdue: (days) => `${days} दिन से बकाया`,
  },
  blocks: {
    do_not_call: 'संपर्क न करें',
    no_hours: 'इस ऋणदाता के लिए संपर्क का समय तय नहीं है',
    rests: (reason) => `अभी नहीं: ${reason}`,
    capped: 'काफ़ी बार संपर्क हो चुका है',
    closed: 'छुट्टी',
    hours: 'कॉल के समय से बाहर',
  },
  again: (day, time) => `${day} ${time} से फिर संभव`,
  onDay: (day) => `${day} को`,
};
