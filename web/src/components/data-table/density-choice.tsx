import { SegmentChoice } from './segment-choice.tsx';
import type { Density } from './use-density.ts';

const ITEMS: readonly { value: Density; label: string }[] = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'dense', label: 'Dense' },
];

/** Chooses the row height; it changes at once. */
export const DensityChoice = (props: { value: Density; onChange: (density: Density) => void }) => (
  <SegmentChoice label="Row height" items={ITEMS} {...props} />
);
