import { renderSVG } from 'uqr';

/** A QR code as a picture with its quiet border; a text of more than 666 bytes is a RangeError. */
export const qrPicture = (text: string): string =>
  renderSVG(text, { ecc: 'M', maxVersion: 20, maskPattern: 0, border: 4, pixelSize: 1 }).replace(
    '<svg ',
    '<svg shape-rendering="crispEdges" ',
  );
