import type { paymentsText } from '../en/payments.ts';
import type { Overlay } from '#text/locale.ts';

export const paymentsHindi: Overlay<typeof paymentsText> = {
  title: 'भुगतान',
  realized: 'प्राप्त',
  unrealized: 'अपुष्ट',
  empty: 'इस अवधि में कोई भुगतान नहीं हुआ।',
  loanNumber: 'ऋण संख्या',
  borrower: 'ऋणी',
  agent: 'एजेंट',
  lastPaid: 'अंतिम भुगतान',
  lastPaidAmount: 'अंतिम राशि',
  realizedAmount: 'प्राप्त राशि',
  unrealizedAmount: 'अपुष्ट राशि',
  difference: 'अंतर',
  from: 'से',
  total: 'कुल',
};
