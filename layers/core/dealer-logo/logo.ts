/** The limits of a logo in pixels and bytes. It must fit into an item of the table and load quickly. */
export const LOGO_LIMITS = { width: 480, height: 160, bytes: 64 * 1024 } as const;

export const NOT_A_LOGO = 'Only PNG, JPEG and WebP pictures can be a logo';

/** Scales `width` by `height` down to the limits. A smaller picture keeps its size. */
export function fittingSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, LOGO_LIMITS.width / width, LOGO_LIMITS.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
