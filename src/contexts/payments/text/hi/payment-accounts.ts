import type { paymentAccountsText } from '../en/payment-accounts.ts';
import type { Overlay } from '#text/locale.ts';

export const paymentAccountsHindi: Overlay<typeof paymentAccountsText> = {
  title: 'भुगतान खाते',
  one: 'भुगतान खाता',
  created: 'भुगतान खाता जोड़ा गया',
  updated: 'भुगतान खाता बदला गया',
  failed: 'कुछ ग़लत हुआ!',
  empty: 'अभी कोई भुगतान खाता नहीं। इसके बिना ऋणदाता के लोन के लिए लिंक नहीं भेजे जाते।',
  name: 'नाम',
  client: 'ऋणदाता',
  path: 'भुगतान पेज',
  pathHint: 'वह पेज जहाँ इस ऋणदाता के उधारकर्ता बिना लिंक के भुगतान करते हैं।',
  upiId: 'UPI आईडी',
  most: 'एक बार में अधिक से अधिक',
  gateway: 'गेटवे',
  gatewayHint: 'न चुनने पर भुगतान यहाँ के मुख्य गेटवे से होते हैं।',
  ofInstallation: 'मुख्य गेटवे',
  merchantKey: 'मर्चेंट की',
  merchantSecret: 'मर्चेंट सीक्रेट',
  webhookSecret: 'वेबहुक सीक्रेट',
  keysHint: 'फिर कभी नहीं दिखाया जाता। जो रखा है उसे रखने के लिए ख़ाली छोड़ें।',
  keys: 'कुंजियाँ',
  stored: 'रखी हैं',
  webhook: 'वेबहुक',
  active: 'चालू',
  inactive: 'बंद',
};
