import { fittingSize, LOGO_LIMITS, NOT_A_LOGO } from '#core/dealer-logo/logo.ts';
import { AppError } from '#core/errors.ts';

/** The accepted files. No SVG, because it can contain scripts. */
export const LOGO_FILES = {
  accept: ['.png', '.jpg', '.jpeg', '.webp'],
  maximumBytes: 8 * 1024 * 1024,
  wrongKindMessage: NOT_A_LOGO,
} as const;

const TYPES = ['image/png', 'image/jpeg', 'image/webp'];

/**
 * Draws the picture of a file again as a logo: a PNG in base64 of a fitting size. Drops everything else in the file.
 * @throws INVALID if it is no picture or cannot be made small enough
 */
export async function pictureToLogo(file: File): Promise<string> {
  if (!TYPES.includes(file.type)) throw new AppError('INVALID', NOT_A_LOGO);
  const picture = await createImageBitmap(file).catch(() => {
    throw new AppError('INVALID', 'The picture is damaged');
  });
  try {
    let { width, height } = fittingSize(picture.width, picture.height);
    for (
      ;
      width >= 32 && height >= 1;
      width = Math.floor(width * 0.8), height = Math.max(1, Math.floor(height * 0.8))
    ) {
      const drawn = await drawnAt(picture, width, height);
      if (drawn.size <= LOGO_LIMITS.bytes) return base64Of(drawn);
    }
    throw new AppError('INVALID', 'The picture has too much detail for a logo');
  } finally {
    picture.close();
  }
}

async function drawnAt(picture: ImageBitmap, width: number, height: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  return canvas.convertToBlob({ type: 'image/png' });
}

async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
