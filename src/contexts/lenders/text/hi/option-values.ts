import type { optionValuesText } from '../en/option-values.ts';
import type { Overlay } from '#text/locale.ts';

export const optionValuesHindi: Overlay<typeof optionValuesText> = {
  title: 'ड्रॉपडाउन',
  one: 'मान',
  created: 'मान जोड़ा गया',
  updated: 'मान बदला गया',
  failed: 'कुछ गड़बड़ हो गई!',
  empty: 'अभी कोई मान नहीं। वे शब्द जोड़ें जिनमें से लोग चुनते हैं।',
  set: 'सूची',
  sets: {
    tag: 'टैग',
    paymentMode: 'भुगतान के तरीके',
    documentCategory: 'कागज़ों के प्रकार',
    productType: 'उत्पादों के प्रकार',
    rejectionReason: 'अस्वीकार के कारण',
  },
  name: 'नाम',
  colour: 'रंग',
  active: 'सक्रिय',
};
