/** What a logo may be at most, so that it fits beside its dealer in the table and is quick to show. Pixels and bytes. */
export const LOGO_LIMITS = { width: 480, height: 160, bytes: 64 * 1024 } as const;

export const NOT_A_LOGO = 'Only PNG, JPEG and WebP pictures can be a logo';

/** The size at which a picture of `width` by `height` fits within the limits; one that fits already keeps its own. */
export function fittingSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, LOGO_LIMITS.width / width, LOGO_LIMITS.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
