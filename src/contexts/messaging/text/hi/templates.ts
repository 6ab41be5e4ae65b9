import type { templatesText } from '../en/templates.ts';
import type { Overlay } from '#text/locale.ts';

export const templatesHindi: Overlay<typeof templatesText> = {
  title: 'संदेश टेम्पलेट',
  one: 'टेम्पलेट',
  created: 'टेम्पलेट जोड़ा गया',
  updated: 'टेम्पलेट बदला गया',
  failed: 'कुछ ग़लत हुआ!',
  name: 'नाम',
  channel: 'माध्यम',
  templateId: 'टेम्पलेट आईडी',
  templateIdHint: 'जैसा कंपनी या DLT रजिस्टर में है।',
  message: 'संदेश',
  messageHint:
    'जहाँ नाम और लोन नंबर चाहिए, वहाँ {{name}} और {{loanNumber}} लिखें। रिकॉर्ड की गई कॉल को संदेश नहीं चाहिए।',
  empty: 'अभी कोई टेम्पलेट नहीं। वे संदेश जोड़ें जो कंपनी ने मंज़ूर किए हैं।',
};
