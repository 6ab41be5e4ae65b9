import type { floorText } from '../en/floor.ts';
import type { Overlay } from '#text/locale.ts';
import { plural } from '#text/plural.ts';

export const floorHindi: Overlay<typeof floorText> = {
  views: { cards: 'कार्ड', table: 'तालिका', wall: 'बड़ी स्क्रीन' },
  view: 'दृश्य',
  live: 'लाइव',
  polled: 'हर 5 सेकंड',
  states: { talking: 'बात में', waiting: 'इंतज़ार में', wrapUp: 'रैप-अप', break: 'ब्रेक', other: 'तैयार नहीं' },
  inUse: 'काम में एजेंट',
  inUseNow: (talking, there) => `${there} में से ${talking} बात या लेखन में`,
  reasons: {
    overBreak: 'समय से ज़्यादा',
    longTalk: 'लंबी बात',
    longWrapUp: 'लंबा रैप-अप',
    longWait: 'देर से इंतज़ार में',
    notReady: 'देर से तैयार नहीं',
  },
  allowed: (minutes) => `${minutes} मिनट की अनुमति`,
  team: 'टीम',
  everyTeam: 'सभी टीमें',
  teamOf: (name, agents) => `${name} (${agents})`,
  replay: (day) => `अभी कोई काम पर नहीं: ${day} फिर से दिखाया जा रहा है`,
  attention: (n) => plural('hi', n, { one: '# को ध्यान चाहिए', other: '# को ध्यान चाहिए' }),
  calm: 'किसी को ध्यान की ज़रूरत नहीं',
  nobody: 'अभी कोई लॉग इन नहीं है।',
  away: 'लॉग आउट',
  floor: 'काम पर एजेंट',
  campaigns: 'अभियान',
  mode: 'तरीका',
  agents: 'एजेंट',
  lines: 'प्रति एजेंट लाइनें',
  dropped: (limit) => `आज छूटी कॉल, सीमा ${limit} %`,
  left: 'बचे नंबर',
  whole: 'पूरी स्क्रीन',
  running: 'चल रहा है',
  stopped: 'रुका है',
};
