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
  domain: 'क्या',
  what: 'बदलाव',
  name: 'नाम',
  changes: 'पहले और बाद में',
  user: 'व्यक्ति',
  date: 'तारीख़',
  domainName: (domain) => domains[domain] ?? domain.replaceAll('-', ' '),
  nothing: 'कुछ नहीं',
};
