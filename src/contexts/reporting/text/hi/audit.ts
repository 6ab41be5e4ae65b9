import type { auditText } from '../en/audit.ts';
import type { Overlay } from '#text/locale.ts';

const domains: Readonly<Record<string, string>> = {
  'allocation-type-hierarchy': 'आवंटन का क्रम',
  'allocation-types': 'आवंटन का प्रकार',
  breaks: 'ब्रेक',
  campaigns: 'कैंपेन',
  centers: 'सेंटर',
  clients: 'ऋणदाता',
  'compliance-rules': 'संपर्क का नियम',
  dispositions: 'नतीजा',
  'option-values': 'ड्रॉपडाउन',
  'payment-accounts': 'भुगतान खाता',
  permissions: 'अनुमतियाँ',
  portfolios: 'पोर्टफ़ोलियो',
  processes: 'कैंपेन का डायलर',
  roles: 'रोल',
  templates: 'संदेश टेम्पलेट',
  users: 'व्यक्ति',
};

export const auditHindi: Overlay<typeof auditText> = {
  title: 'बदलाव',
  empty: 'अभी तक किसी ने कोई सेटिंग, व्यक्ति या अधिकार नहीं बदला।',
  at: 'कब',
  actor: 'किसने',
  from: 'कहाँ से',
  domain: 'क्या',
  what: 'बदलाव',
  name: 'नाम',
  changes: 'पहले और बाद में',
  user: 'व्यक्ति',
  date: 'तारीख़',
  domainName: (domain) => domains[domain] ?? domain.replaceAll('-', ' '),
  number: 'नंबर',
  before: 'पहले',
  after: 'बाद में',
  request: 'अनुरोध',
  restore: 'पहले जैसा करें',
  restoreAsk: (what, changes) =>
    `${what} को पहले जैसा लिखें? यह वापस होगा: ${changes}। यह भी एक बदलाव के रूप में दर्ज होगा।`,
  restored: 'पहले जैसा हुआ',
  chainWhole: (from, until) => `ऑडिट की कड़ी सही है: मुहर ${from} से ${until} अभी जाँची गईं।`,
  chainUnknown: (from, until) =>
    `ऑडिट की कड़ी सही है या नहीं, अभी पता नहीं: मुहर ${from} से ${until} आपस में मेल खाती हैं, पर अभी निशान नहीं है या और मुहरें बाक़ी हैं।`,
  chainBroken: (event) => `ऑडिट की कड़ी टूटी है: घटना ${event} या उसकी जगह बदली गई।`,
  anchorBroken: 'ऑडिट की कड़ी टूटी है: कोई निशान इस इंस्टॉलेशन का नहीं, या उसकी मुहर बदली गई।',
  anchors: (count) => `नए निशान (${count})`,
  anchor: (n, at, hash) => `मुहर ${n}, निशान ${at}, ${hash}`,
  checkAgain: 'फिर जाँचें',
  nothing: 'कुछ नहीं',
};
