import type { choicesText } from '../en/choices.ts';
import type { Overlay } from '../locale.ts';

export const choicesHindi: Overlay<typeof choicesText> = {
  noneYet: 'अभी चुनने के लिए कुछ नहीं है। यहाँ जोड़ें:',
  askToAdd: 'अभी चुनने के लिए कुछ नहीं है। एडमिन से जोड़ने को कहें।',
};
