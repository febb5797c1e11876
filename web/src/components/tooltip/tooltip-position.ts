interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface TooltipPosition {
  left: number;
  top: number;
  side: 'above' | 'below';
}

const GAP = 6;
const MARGIN = 8;

/** Where a tooltip stands: above its anchor and centred, below where there is no room, never out of the viewport. All in pixels. */
export function placeTooltip(
  anchor: Box,
  tooltip: { width: number; height: number },
  viewport: { width: number; height: number },
): TooltipPosition {
  const above = anchor.top - GAP - tooltip.height;
  const below = anchor.top + anchor.height + GAP;
  const side = above >= MARGIN || below + tooltip.height > viewport.height - MARGIN ? 'above' : 'below';
  const centred = anchor.left + anchor.width / 2 - tooltip.width / 2;
  const left = Math.max(MARGIN, Math.min(centred, viewport.width - MARGIN - tooltip.width));
  return { left, top: Math.max(MARGIN, side === 'above' ? above : below), side };
}
