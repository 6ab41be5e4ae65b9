import type { heldPaymentsText } from '../en/held-payments.ts';
import type { Overlay } from '#text/locale.ts';

export const heldPaymentsHindi: Overlay<typeof heldPaymentsText> = {
  tab: 'फ़ैसला बाक़ी',
  title: 'भुगतान जिन पर फ़ैसला बाक़ी है',
  empty: 'किसी भुगतान पर शक नहीं। जो भुगतान सही नहीं लगता, वह यहाँ रुकता है और आपके फ़ैसले तक गिना नहीं जाता।',
  borrower: 'उधारकर्ता',
  client: 'ऋणदाता',
  mode: 'तरीक़ा',
  reason: 'क्यों रुका है',
  beside: 'मिलता-जुलता',
  reasons: {
    'above-due': 'यह लोन की बकाया राशि से ज़्यादा है।',
    'amount-changed': 'यही नंबर पहले से दूसरी राशि के साथ गिना गया है।',
    'two-loans': 'यही नंबर दो लोन पर है।',
    'may-be-same': 'सात दिन के भीतर इतनी ही राशि का दूसरा भुगतान वही पैसा हो सकता है।',
    reversed: 'गेटवे ने इस नंबर का भुगतान वापस ले लिया।',
    'cash-online': 'नक़द भुगतान ऑनलाइन भुगतान के नंबर से दर्ज हुआ।',
    'before-loan': 'इसकी तारीख़ लोन की पहली किस्त से पहले की है।',
    'long-ago': 'इसकी तारीख़ दो साल से ज़्यादा पुरानी है।',
  },
  otherLoan: (loanNumber) => `लोन ${loanNumber} पर`,
  acts: { count: 'यह गिना जाए', refuse: 'यह न गिना जाए' },
  decisions: { count: 'यह गिना जाएगा', same: 'यह लोन का दूसरा भुगतान ही है', refuse: 'यह नहीं गिना जाएगा' },
  isSameAs: (place) => `यह वही है जो साथ में ${place} पर है`,
  asks: {
    count: (amount, borrower) => `${borrower} के ${amount} गिनें?`,
    same: (amount, borrower, other) =>
      `क्या ${borrower} के ये ${amount} वही पैसा हैं जो ${other} है? तब यह एक बार गिना जाएगा।`,
    refuse: (amount, borrower) => `${borrower} के ${amount} न गिनें? फिर ये कभी नहीं गिने जाएँगे।`,
  },
  done: 'फ़ैसला हुआ',
};
