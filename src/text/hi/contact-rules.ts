import type { contactRulesText } from '../en/contact-rules.ts';
import type { Overlay } from '../locale.ts';

export const contactRulesHindi: Overlay<typeof contactRulesText> = {
  rules: {
    do_not_call: 'इस नंबर से संपर्क नहीं करना है',
    no_calls: 'यह उधारकर्ता फ़ोन कॉल नहीं चाहते; संदेश और मुलाक़ात जारी रहते हैं',
    no_hours: 'इस ऋणदाता के लिए संपर्क का समय तय नहीं है',
    rests: 'इस उधारकर्ता से अभी संपर्क नहीं करना है',
    capped: 'इस उधारकर्ता से काफ़ी बार संपर्क हो चुका है',
    closed: 'इस दिन किसी से संपर्क नहीं किया जाता',
    avoided: 'उधारकर्ता इस समय संपर्क नहीं चाहते',
    hours: 'संपर्क का समय नहीं है',
    reference: 'रेफ़रेंस से कभी संपर्क नहीं किया जाता',
    no_number: 'इस लोन में ऐसा कोई नंबर नहीं है',
    paid_off: 'लोन चुक गया है: अब उधारकर्ता से कोई संपर्क नहीं करता',
    inactive: 'यह लोन चालू नहीं है',
    client_inactive: 'यह ऋणदाता बंद किया गया है',
    portfolio_inactive: 'यह पोर्टफ़ोलियो बंद किया गया है',
    campaign_inactive: 'यह कैंपेन बंद किया गया है',
    notice: 'इस मुलाक़ात से पहले उधारकर्ता को बताना ज़रूरी है',
    on_call: 'कोई इस उधारकर्ता से बात कर रहा है',
    abandoned: 'पहले की एक कॉल पर इस उधारकर्ता से किसी ने बात नहीं की',
  },
  blocked: 'इस उधारकर्ता से अभी संपर्क नहीं करना है',
  from: (when) => `${when} से संभव है।`,
  counted: (times, most, days) =>
    days === 1 ? `आज ${most} में से ${times}` : `${days} दिनों में ${most} में से ${times}`,
  contacts: 'संपर्क',
  avoids: (spans) => `उधारकर्ता ने ${spans} संपर्क न करने को कहा है।`,
};
