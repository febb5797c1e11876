import { create } from 'qrcode';
import { useMemo } from 'react';

export interface QrCodeProps {
  /** The text that a camera reads. */
  text: string;
  /** Describes the code for screen readers. */
  label: string;
}

/** The quiet zone that readers need, in modules (ISO/IEC 18004). */
const MARGIN = 4;

/** A QR code, dark on white in both themes: many readers reject the reverse. */
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

/** The dark modules as one path of squares. */
function drawn(text: string): { path: string; size: number } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  const squares = Array.from({ length: size * size }, (_, place) =>
    modules.get(Math.floor(place / size), place % size) ? `M${place % size} ${Math.floor(place / size)}h1v1h-1z` : '',
  );
  return { path: squares.join(''), size };
}
