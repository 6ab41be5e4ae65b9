import type { startText } from '../en/start.ts';
import type { Overlay } from '../locale.ts';

export const startHindi: Overlay<typeof startText> = {
  noScript: 'Recoup को JavaScript चाहिए। इस साइट के लिए इसे चालू करें और पेज फिर से खोलें।',
  tooOld:
    'Recoup अभी शुरू नहीं हुआ। इसे Chrome या Edge 114, Safari 17 या Firefox 125, या उससे नया ब्राउज़र चाहिए: अगर यह संदेश बना रहे, तो ब्राउज़र अपडेट करें या Recoup किसी दूसरे ब्राउज़र में खोलें।',
};
