/** Distance of a visit's position from the address, judged alike on the phone and on the server. Pure. */

interface Spot {
  latitude: number;
  longitude: number;
}
type Box = readonly [south: number, west: number, north: number, east: number];

const upIndia: Box = [23.8, 77, 31.5, 84.7];
const punjab: Box = [29.5, 73.8, 32.6, 77];
const jammuAndLadakh: Box = [32.2, 72.5, 37.1, 80.4];
const rajasthan: Box = [23, 69.4, 30.3, 78.3];
const gujarat: Box = [20, 68.1, 24.8, 74.5];
const maharashtraAndGoa: Box = [14.8, 72.6, 22.1, 81];
const madhyaPradesh: Box = [21, 74, 26.9, 82.9];
const andhra: Box = [12.6, 76.7, 19.2, 84.8];
const karnataka: Box = [11.5, 74, 18.5, 78.6];
const tamilNadu: Box = [8, 76.2, 13.6, 80.4];
const keralaAndLakshadweep: Box = [8.2, 71.7, 12.9, 77.5];
const bengalAndSikkim: Box = [21.5, 85.8, 28.2, 89.9];
const odisha: Box = [17.7, 81.3, 22.6, 87.5];
const biharAndJharkhand: Box = [21.9, 83.3, 27.6, 88.3];

/** What the first digits of a PIN code cover, generously: a position outside is in another part of India. */
const regions: Readonly<Record<string, Box>> = {
  11: [28.4, 76.8, 28.9, 77.4],
  ...covering(upIndia, 20, 28),
  ...covering([27.6, 74.4, 31, 77.6], 12, 13),
  ...covering(punjab, 14, 16),
  17: [30.3, 75.5, 33.3, 79.1],
  ...covering(jammuAndLadakh, 18, 19),
  ...covering(rajasthan, 30, 34),
  ...covering(gujarat, 36, 39),
  ...covering(maharashtraAndGoa, 40, 44),
  ...covering(madhyaPradesh, 45, 48),
  49: [17.7, 80.2, 24.2, 84.5],
  50: [15.8, 77.2, 20, 81.8],
  ...covering(andhra, 51, 53),
  ...covering(karnataka, 56, 59),
  ...covering(tamilNadu, 60, 64),
  ...covering(keralaAndLakshadweep, 67, 69),
  ...covering(bengalAndSikkim, 70, 74),
  ...covering(odisha, 75, 77),
  78: [24.1, 89.6, 28, 96.1],
  79: [21.9, 89.8, 29.5, 97.4],
  ...covering(biharAndJharkhand, 80, 85),
  // Port Blair and its islands have PIN codes after Bengal's.
  744: [6.7, 92.2, 13.7, 94],
};

function covering(box: Box, from: number, to: number): Record<string, Box> {
  return Object.fromEntries(Array.from({ length: to - from + 1 }, (_, i) => [from + i, box]));
}

const earth = 6_371_000;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Along the ground, to within half a percent. */
export function metresBetween(a: Spot, b: Spot): number {
  const half = (from: number, to: number): number => Math.sin(radians(to - from) / 2) ** 2;
  const flat =
    half(a.latitude, b.latitude) +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * half(a.longitude, b.longitude);
  return 2 * earth * Math.asin(Math.min(1, Math.sqrt(flat)));
}

const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** Regions are approximated by boxes: smaller distances are meaningless. */
const leastKilometres = 25;

/**
 * Kilometres between a position and the region of the address, by its PIN code; 0 inside it or near its border,
 * undefined for an unknown PIN code.
 */
export function kilometresAway(pincode: string | null, spot: Spot): number | undefined {
  const digits = /^\d{6}$/.test(pincode?.trim() ?? '') ? (pincode?.trim() ?? '') : '';
  const box = regions[digits.slice(0, 3)] ?? regions[digits.slice(0, 2)];
  if (!box) return undefined;
  const [south, west, north, east] = box;
  const nearest = {
    latitude: within(spot.latitude, south, north),
    longitude: within(spot.longitude, west, east),
  };
  const kilometres = Math.round(metresBetween(spot, nearest) / 1000);
  return kilometres < leastKilometres ? 0 : kilometres;
}

/** PIN code at the end of an address. */
export const pincodeIn = (address: string | null | undefined): string | null =>
  /(\d{6})\s*$/.exec(address ?? '')?.[1] ?? null;
