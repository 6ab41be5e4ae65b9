import type { permissionsText, roleTypeText, rolesText } from '../en/roles.ts';
import type { Overlay } from '#text/locale.ts';

export const roleTypesHindi: Overlay<typeof roleTypeText> = {
  system_admin: 'सिस्टम एडमिन',
  admin: 'एडमिन',
  manager: 'मैनेजर',
  supervisor: 'सुपरवाइज़र',
  authorized_officer: 'अधिकृत अधिकारी',
  tech_lead: 'टीम लीडर',
  agent: 'एजेंट',
  client: 'ऋणदाता',
};
export const rolesHindi: Overlay<typeof rolesText> = {
  title: 'भूमिकाएँ',
  one: 'भूमिका',
  add: 'भूमिका जोड़ें',
  created: 'भूमिका जोड़ी गई',
  updated: 'भूमिका बदली गई',
  failed: 'कुछ गड़बड़ हो गई, कृपया फिर कोशिश करें',
  name: 'भूमिका का नाम',
  roleType: 'दृश्य',
  roleTypeHint: 'इसी से तय होता है कि लोग किन स्क्रीनों पर काम करते हैं। बाद में बदला नहीं जा सकता।',
  parentIds: 'वरिष्ठ भूमिका',
  description: 'विवरण',
  requiresSecondFactor: 'दो चरणों में साइन इन ज़रूरी',
  requiresSecondFactorHint: 'अगले साइन इन पर इस भूमिका के सभी लोगों को इसे सेट करने को कहा जाएगा।',
  require: 'दो चरणों में साइन इन ज़रूरी करें',
  requireAsk: (name) =>
    `${name} के लिए दो चरणों में साइन इन ज़रूरी करें? इस भूमिका के सभी लोग अगले साइन इन पर इसे सेट करेंगे।`,
  unrequire: 'दो चरणों में साइन इन ज़रूरी न रखें',
  unrequireAsk: (name) => `${name} के लिए दो चरणों में साइन इन ज़रूरी न रखें?`,
  remove: 'हटाएँ',
  removeAsk: (name) => `भूमिका ${name} हटाएँ?`,
  removed: 'भूमिका हटाई गई',
  empty: 'अभी कोई भूमिका नहीं। वे भूमिकाएँ जोड़ें जो आपके लोगों की हो सकती हैं।',
};
export const permissionsHindi: Overlay<typeof permissionsText> = {
  title: 'अनुमतियाँ',
  role: 'भूमिका',
  rolePlaceholder: 'भूमिका चुनें',
  modules: 'मॉड्यूल',
  module: 'मॉड्यूल',
  permission: 'अनुमति',
  all: (module) => `${module} की सभी`,
  held: (count, all) => `${all} में से ${count}`,
  chooseRole: 'आगे बढ़ने से पहले भूमिका चुनें',
  attached: 'अनुमति दी गई।',
  removed: 'अनुमति हटाई गई।',
  aboveRank: 'आप यह भूमिका देख सकते हैं, पर केवल अपने से नीचे की भूमिकाएँ बदल सकते हैं।',
  notOfView: (view) => `${view} व्यू की कोई स्क्रीन इसका उपयोग नहीं करती।`,
  notHeld: 'यह अनुमति आपके पास नहीं है, इसलिए आप इसे दे नहीं सकते।',
};
