/** Compresses a photo for outbox entries, without camera metadata. */
import { mostPhotoParts, mostPhotoText } from '#contexts/work/contract/visits.ts';

const bytesOfPart = (mostPhotoText * 3) / 4;
/** Without Web Crypto its parts cannot be matched: sent as one. */
const mostBytes = (): number => bytesOfPart * (isSecureContext ? mostPhotoParts : 1) - 3;
/** Longest side in pixels and quality: the first that fits is used. */
const tries: readonly (readonly [side: number, quality: number])[] = [
  [1920, 0.75],
  [1600, 0.75],
  [1600, 0.6],
  [1280, 0.6],
  [1024, 0.55],
  [800, 0.5],
  [640, 0.5],
  [640, 0.35],
  [480, 0.35],
  [320, 0.3],
];

async function drawn(image: ImageBitmap, side: number, quality: number): Promise<Blob | null> {
  const scale = Math.min(1, side / Math.max(image.width, image.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const as = (type: string) => new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
  // Browsers that cannot write WebP answer PNG.
  const webp = await as('image/webp');
  return webp?.type === 'image/webp' ? webp : as('image/jpeg');
}

async function base64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** Photo as base64; null when unreadable. */
export async function shrunk(file: Blob): Promise<string | null> {
  const image = await createImageBitmap(file).catch(() => null);
  if (!image) return null;
  try {
    for (const [side, quality] of tries) {
      const blob = await drawn(image, side, quality);
      if (blob && blob.size <= mostBytes()) return await base64(blob);
    }
    return null;
  } finally {
    image.close();
  }
}
