/** States and union territories of India by their master names, with alternative names and codes. Pure. */
import { plainText } from './identity/plain-text.ts';

const names: readonly (readonly [name: string, ...others: string[]])[] = [
  ['Andaman and Nicobar Islands', 'AN', 'Andaman and Nicobar', 'Andaman Nicobar', 'A and N Islands'],
  ['Andhra Pradesh', 'AP', 'AD', 'Andhra', 'आंध्र प्रदेश'],
  ['Arunachal Pradesh', 'AR', 'Arunachal', 'अरुणाचल प्रदेश'],
  ['Assam', 'AS', 'असम'],
  ['Bihar', 'BR', 'BH', 'बिहार'],
  ['Chandigarh', 'CH', 'चंडीगढ़'],
  ['Chhattisgarh', 'CG', 'CT', 'Chattisgarh', 'Chhatisgarh', 'Chattishgarh', 'Chhattishgarh', 'छत्तीसगढ़'],
  [
    'Dadra and Nagar Haveli and Daman and Diu',
    'DN',
    'DD',
    'DH',
    'DNH',
    'DNHDD',
    'Dadra and Nagar Haveli',
    'Daman and Diu',
    'Daman Diu',
  ],
  ['Delhi', 'DL', 'New Delhi', 'NCT of Delhi', 'Delhi NCT', 'Delhi NCR', 'NCT', 'दिल्ली'],
  ['Goa', 'GA', 'गोवा'],
  ['Gujarat', 'GJ', 'Gujrat', 'Gujarath', 'गुजरात', 'ગુજરાત'],
  ['Haryana', 'HR', 'हरियाणा'],
  ['Himachal Pradesh', 'HP', 'Himachal', 'हिमाचल प्रदेश'],
  ['Jammu and Kashmir', 'JK', 'J and K', 'J K', 'Jammu Kashmir', 'जम्मू और कश्मीर'],
  ['Jharkhand', 'JH', 'Jharkand', 'झारखंड'],
  ['Karnataka', 'KA', 'KN', 'Karnatak', 'कर्नाटक', 'ಕರ್ನಾಟಕ'],
  ['Kerala', 'KL', 'Keral', 'केरल', 'കേരളം'],
  ['Ladakh', 'LA', 'लद्दाख'],
  ['Lakshadweep', 'LD'],
  ['Madhya Pradesh', 'MP', 'Madhyapradesh', 'मध्य प्रदेश'],
  ['Maharashtra', 'MH', 'Maharastra', 'Maharashtr', 'महाराष्ट्र'],
  ['Manipur', 'MN', 'मणिपुर'],
  ['Meghalaya', 'ML', 'मेघालय'],
  ['Mizoram', 'MZ', 'मिज़ोरम'],
  ['Nagaland', 'NL', 'नागालैंड'],
  ['Odisha', 'OD', 'OR', 'OS', 'Orissa', 'Odissa', 'Orrisa', 'ओडिशा', 'उड़ीसा', 'ଓଡ଼ିଶା'],
  ['Puducherry', 'PY', 'Pondicherry', 'Pudducherry', 'Pondichery'],
  ['Punjab', 'PB', 'PJ', 'Panjab', 'पंजाब', 'ਪੰਜਾਬ'],
  ['Rajasthan', 'RJ', 'Rajastan', 'राजस्थान'],
  ['Sikkim', 'SK', 'सिक्किम'],
  ['Tamil Nadu', 'TN', 'Tamilnadu', 'तमिलनाडु', 'தமிழ்நாடு'],
  ['Telangana', 'TS', 'TG', 'TL', 'Telengana', 'Telangna', 'तेलंगाना', 'తెలంగాణ'],
  ['Tripura', 'TR', 'त्रिपुरा'],
  ['Uttar Pradesh', 'UP', 'Uttarpradesh', 'उत्तर प्रदेश'],
  ['Uttarakhand', 'UK', 'UT', 'UA', 'Uttaranchal', 'Uttrakhand', 'Uttarkhand', 'उत्तराखंड'],
  ['West Bengal', 'WB', 'Westbengal', 'W Bengal', 'Bengal', 'पश्चिम बंगाल', 'পশ্চিমবঙ্গ'],
];

const keyOf = (text: string): string =>
  plainText(text)
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .replace(/^(state|ut|union territory) of | (state|ut|pin.*)$/g, '')
    .trim();
const known = new Map(
  names.flatMap(([name, ...others]) => [name, ...others].map((one): [string, string] => [keyOf(one), name])),
);
const exact = new Set(names.map(([name]) => name));
export const isStateName = (text: string): boolean => exact.has(text);

/** State of the master for a text; undefined if unknown. */
export function resolveState(text: string): string | undefined {
  if (exact.has(text)) return text;
  // `27-Maharashtra`: the number of a state is its GST code.
  return known.get(keyOf(text)) ?? known.get(keyOf(text.replace(/^\s*\d{1,2}\s*[-–:.)]?\s*/, '')));
}
