import type { switchOffText } from '../en/switch-off.ts';
import type { Overlay } from '#text/locale.ts';
import { hangingHindi } from '#text/hi/hanging.ts';
import { plural } from '#text/plural.ts';

const stops = 'इसके किसी उधारकर्ता को अब कॉल या संदेश नहीं जाता: बज रहे फ़ोन रुकते हैं, चल रही बातें पूरी होती हैं।';
const follows = {
  client: `${stops} भुगतान पेज खुले रहते हैं, जब तक ऋणदाता कुछ और न कहे।`,
  portfolio: `${stops} भुगतान पेज खुले रहते हैं।`,
  campaign: `${stops} भुगतान पेज खुले रहते हैं।`,
  user: 'ये साइन आउट हो जाते हैं, और लोन इनके पास रहते हैं जब तक किसी और को न दिए जाएँ।',
};

export const switchOffHindi: Overlay<typeof switchOffText> = {
  asks(what, of) {
    const all = hangingHindi({ ...of });
    const first = all === '' ? 'इससे कुछ नहीं जुड़ा है।' : `इससे जुड़े हैं: ${all}।`;
    return `${first} ${follows[what]} बंद करें?`;
  },
  handOver: 'लोन इन्हें सौंपें',
  chooseFirst: 'पहले चुनें कि लोन किसे मिलेंगे।',
  handOverNow: 'सौंपें',
  handedOver: (count) => plural('hi', count, { one: '# लोन सौंपा गया', other: '# लोन सौंपे गए' }),
};
