import { chakra, Flex, SegmentGroup } from '@chakra-ui/react';
import type { Density } from './use-density.ts';

const ITEMS: readonly { value: Density; label: string }[] = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'dense', label: 'Dense' },
];

/** Chooses the row height; it changes at once. */
export function DensityChoice({ value, onChange }: { value: Density; onChange: (density: Density) => void }) {
  return (
    <Flex align="center" justify="space-between" gap="4" mb="4">
      <chakra.span fontWeight="600" aria-hidden>
        Row height
      </chakra.span>
      <SegmentGroup.Root
        size="sm"
        w="16rem"
        maxW="full"
        value={value}
        onValueChange={(details) => onChange(details.value === 'dense' ? 'dense' : 'comfortable')}
        aria-label="Row height"
      >
        <SegmentGroup.Indicator />
        {ITEMS.map((item) => (
          <SegmentGroup.Item key={item.value} value={item.value} flex="1">
            <SegmentGroup.ItemText>{item.label}</SegmentGroup.ItemText>
            <SegmentGroup.ItemHiddenInput />
          </SegmentGroup.Item>
        ))}
      </SegmentGroup.Root>
    </Flex>
  );
}
