import type { agentLiveText } from '../en/agent-live.ts';
import type { Overlay } from '#text/locale.ts';

export const agentLiveHindi: Overlay<typeof agentLiveText> = {
  title: 'एजेंट अभी',
  team: 'टीम',
  empty: 'अभी इस स्थिति में कोई एजेंट नहीं है।',
  agent: 'एजेंट',
  extension: 'एक्सटेंशन',
  campaign: 'अभियान',
  noCampaign: '–',
  status: 'स्थिति',
  lasting: 'कब से',
  chips: 'स्थिति',
  all: 'सभी',
  loggedIn: 'लॉग इन',
  break: 'ब्रेक पर',
};
