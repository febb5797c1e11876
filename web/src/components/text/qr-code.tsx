import { create } from 'qrcode';
import { useMemo } from 'react';

export interface QrCodeProps {
  /** What a camera reads out of it. */
  text: string;
  /** What it is, for people who cannot see it. */
  label: string;
}

/** The quiet zone that readers rely on, in modules (ISO/IEC 18004). */
const MARGIN = 4;

/** A QR code, dark on white in both themes: many readers do not take the reverse. */
export function QrCode({ text, label }: QrCodeProps) {
  const { path, size } = useMemo(() => drawn(text), [text]);
  const side = size + 2 * MARGIN;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-MARGIN} ${-MARGIN} ${side} ${side}`}
      shapeRendering="crispEdges"
      style={{ width: '12rem', maxWidth: '100%', borderRadius: 6, flexShrink: 0 }}
    >
      <rect x={-MARGIN} y={-MARGIN} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** The dark modules as one path, a square each. */
function drawn(text: string): { path: string; size: number } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  const squares = Array.from({ length: size * size }, (_, place) =>
    modules.get(Math.floor(place / size), place % size) ? `M${place % size} ${Math.floor(place / size)}h1v1h-1z` : '',
  );
  return { path: squares.join(''), size };
}
