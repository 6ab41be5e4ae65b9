import type { inboundQueuesText } from '../en/inbound-queues.ts';
import type { Overlay } from '#text/locale.ts';

export const inboundQueuesHindi: Overlay<typeof inboundQueuesText> = {
  title: 'आने वाली कॉल की कतारें',
  one: 'आने वाली कॉल की कतार',
  created: 'कतार जोड़ी गई',
  updated: 'कतार बदली गई',
  failed: 'कुछ गड़बड़ हुई!',
  name: 'नाम',
  number: 'नंबर जिस पर उधारकर्ता कॉल करते हैं',
  client: 'क्लाइंट',
  opensAt: 'खुलने का समय',
  closesAt: 'बंद होने का समय',
  hours: 'समय',
  hoursOfClient: 'जब क्लाइंट के उधारकर्ताओं को कॉल की जा सकती है',
  asClient: 'कॉल के नियम से',
  hoursHint: 'खाली: वे घंटे जिनमें क्लाइंट के उधारकर्ताओं को कॉल की जा सकती है।',
  greeting: 'स्वागत संदेश',
  greetingHint: 'एक्सचेंज की फ़ाइलें दोबारा लिखे जाने पर बोला जाता है। खाली: सामान्य संदेश।',
  team: 'पहली टीम (कैंपेन)',
  secondTeam: 'फिर यह भी',
  thirdTeam: 'और फिर',
  overflowSeconds: 'अगली टीम से पहले सेकंड',
  hasCallBack: 'वापस कॉल का विकल्प (कुंजी 1)',
  hasVoicemail: 'संदेश छोड़ने का विकल्प (कुंजी 2)',
  empty: 'अभी कोई कतार नहीं है। कॉल करने वाले को लोन के एजेंट से जोड़ा जाता है, या वह सुनता है कि कोई नहीं है।',
};
