import { expect, test } from 'vitest';
import { kilometresAway, metresBetween } from './visit-place.ts';

const places: Readonly<Record<string, [pincode: string, latitude: number, longitude: number]>> = {
  Delhi: ['110001', 28.6139, 77.209],
  Gurugram: ['122001', 28.4595, 77.0266],
  Ludhiana: ['141001', 30.901, 75.8573],
  Shimla: ['171001', 31.1048, 77.1734],
  Leh: ['194101', 34.1526, 77.5771],
  Lucknow: ['226001', 26.8467, 80.9462],
  Dehradun: ['248001', 30.3165, 78.0322],
  Jaisalmer: ['345001', 26.9157, 70.9083],
  Bhuj: ['370001', 23.242, 69.6669],
  Mumbai: ['400001', 19.076, 72.8777],
  Panaji: ['403001', 15.4909, 73.8278],
  Nagpur: ['440001', 21.1458, 79.0882],
  Jabalpur: ['482001', 23.1815, 79.9864],
  Raipur: ['492001', 21.2514, 81.6296],
  Hyderabad: ['500001', 17.385, 78.4867],
  Visakhapatnam: ['530001', 17.6868, 83.2185],
  Bengaluru: ['560001', 12.9716, 77.5946],
  Chennai: ['600001', 13.0827, 80.2707],
  Kochi: ['682001', 9.9312, 76.2673],
  Kavaratti: ['682555', 10.5669, 72.642],
  Kolkata: ['700001', 22.5726, 88.3639],
  Gangtok: ['737101', 27.3389, 88.6065],
  'Port Blair': ['744101', 11.6234, 92.7265],
  Bhubaneswar: ['751001', 20.2961, 85.8245],
  Guwahati: ['781001', 26.1445, 91.7362],
  Aizawl: ['796001', 23.7271, 92.7176],
  Patna: ['800001', 25.5941, 85.1376],
  Ranchi: ['834001', 23.3441, 85.3096],
};

test.each(Object.entries(places))('%s is within its PIN code area', (_, [pincode, latitude, longitude]) => {
  expect(kilometresAway(pincode, { latitude, longitude })).toBe(0);
});

test('a position in another part of India is detected by its distance', () => {
  const mumbai = { latitude: 19.076, longitude: 72.8777 };
  expect(kilometresAway('482001', mumbai)).toBeGreaterThan(200);
  expect(kilometresAway('700001', mumbai)).toBeGreaterThan(1000);
  // Thane shares Mumbai's PIN range; near a border a few kilometres are ignored.
  expect(kilometresAway('110001', { latitude: 28.4595, longitude: 77.0266 })).toBe(0);
});

test.each([null, '', '12', '990001', 'A10001'])('an unknown PIN code %j gives no position', (pincode) => {
  expect(kilometresAway(pincode, { latitude: 19, longitude: 73 })).toBeUndefined();
});

test('distances are those of the ground', () => {
  const delhi = { latitude: 28.6139, longitude: 77.209 };
  const mumbai = { latitude: 19.076, longitude: 72.8777 };
  expect(Math.round(metresBetween(delhi, mumbai) / 10_000) * 10).toBe(1150);
  expect(metresBetween(delhi, delhi)).toBe(0);
});
