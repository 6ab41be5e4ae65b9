import type { filesText } from '../en/files.ts';
import type { Overlay } from '#text/locale.ts';

export const filesHindi: Overlay<typeof filesText> = {
  title: 'फ़ाइलें',
  upload: 'अपलोड',
  tabsLabel: 'फ़ाइलों के प्रकार',
  tabs: {
    CUSTOMER_FILE: 'उधारकर्ता',
    PAYMENT_FILE: 'भुगतान',
    REASSIGNMENT_FILE: 'उधारकर्ता पुनः सौंपना',
    IMPORT_MESSAGE_FILE: 'संचार',
    DNC_FILE: 'डीएनसी',
    ALLOCATION_TYPE_FILE: 'आवंटन',
  },
  entries: {
    CUSTOMER_FILE: 'उधारकर्ता',
    PAYMENT_FILE: 'भुगतान',
    REASSIGNMENT_FILE: 'पुनः सौंपना',
    IMPORT_MESSAGE_FILE: 'संचार',
    DNC_FILE: 'डीएनसी',
    ALLOCATION_TYPE_FILE: 'आवंटन',
  },
  empty: 'अभी कोई फ़ाइल नहीं। शुरू करने के लिए किसी ऋणदाता की फ़ाइल अपलोड करें।',
};
