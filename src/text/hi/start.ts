import type { startText } from '../en/start.ts';
import type { Overlay } from '../locale.ts';

export const startHindi: Overlay<typeof startText> = {
  noScript: 'Recoup को JavaScript चाहिए। इस साइट के लिए इसे चालू करें और पेज फिर से खोलें।',
  noStorage:
    'यह ब्राउज़र इस साइट को कुछ सहेजने नहीं देता, और Recoup को यह चाहिए। ब्राउज़र की सेटिंग में इस पते के लिए कुकी और साइट डेटा की अनुमति दें, या निजी विंडो छोड़ें, फिर पेज दोबारा खोलें। कंपनी के डिवाइस पर उसे संभालने वाले से पूछें।',
  tooOld:
    'Recoup अभी शुरू नहीं हुआ। इसे Chrome या Edge 114, Safari 17 या Firefox 125, या उससे नया ब्राउज़र चाहिए: अगर यह संदेश बना रहे, तो ब्राउज़र अपडेट करें या Recoup किसी दूसरे ब्राउज़र में खोलें।',
};
