/** The phone's position, if permitted and available; forms do not wait for it. */
import { useCallback, useEffect, useState } from 'react';
import type { Input } from '#kernel/contract/endpoint.ts';
import type { visits } from '#contexts/work/contract/visits.ts';

type Place = Pick<
  Input<typeof visits.record>,
  'place' | 'latitude' | 'longitude' | 'accuracy' | 'ageSeconds'
>;
export type Position =
  | { state: 'looking' }
  | { state: 'refused' | 'none' }
  | { state: 'found'; latitude: number; longitude: number; accuracy: number; at: number };

/** A position of a moment ago is as good; a cold receiver indoors needs a while. */
const asked: PositionOptions = { enableHighAccuracy: true, maximumAge: 30_000, timeout: 20_000 };

const find = (tell: (position: Position) => void): void =>
  navigator.geolocation.getCurrentPosition(
    ({ coords: { latitude, longitude, accuracy }, timestamp }) =>
      tell({ state: 'found', latitude, longitude, accuracy, at: timestamp }),
    ({ code, PERMISSION_DENIED }) => tell({ state: code === PERMISSION_DENIED ? 'refused' : 'none' }),
    asked,
  );
const isAble = 'geolocation' in navigator;

/** Requested when the form opens, and again by a button. */
export function usePosition(): { position: Position; again: () => void } {
  const [position, setPosition] = useState<Position>({ state: isAble ? 'looking' : 'none' });
  useEffect(() => {
    if (isAble) find(setPosition);
  }, []);
  const again = useCallback(() => {
    if (!isAble) return;
    setPosition({ state: 'looking' });
    find(setPosition);
  }, []);
  return { position, again };
}

const sixDecimals = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

/** Position for the visit; one still being determined is none. */
export function placeOf(position: Position, now: number): Place {
  if (position.state !== 'found') return { place: position.state === 'refused' ? 'refused' : 'none' };
  const { latitude, longitude, accuracy, at } = position;
  return {
    place: 'found',
    latitude: sixDecimals(latitude),
    longitude: sixDecimals(longitude),
    accuracy: Math.round(accuracy),
    ageSeconds: Math.max(0, Math.round((now - at) / 1000)),
  };
}
