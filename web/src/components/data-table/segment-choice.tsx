import { chakra, Flex, SegmentGroup } from '@chakra-ui/react';

interface SegmentChoiceProps<Value extends string> {
  label: string;
  items: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** Chooses one of a few values in a dialog of a table. */
export function SegmentChoice<Value extends string>({ label, items, value, onChange }: SegmentChoiceProps<Value>) {
  return (
    <Flex align="center" justify="space-between" gap="4" mb="4">
      <chakra.span fontWeight="600" aria-hidden>
        {label}
      </chakra.span>
      <SegmentGroup.Root
        size="sm"
        w="16rem"
        maxW="full"
        value={value}
        onValueChange={(details) => onChange(items.find((item) => item.value === details.value)?.value ?? value)}
        aria-label={label}
      >
        <SegmentGroup.Indicator />
        {items.map((item) => (
          <SegmentGroup.Item key={item.value} value={item.value} flex="1">
            <SegmentGroup.ItemText>{item.label}</SegmentGroup.ItemText>
            <SegmentGroup.ItemHiddenInput />
          </SegmentGroup.Item>
        ))}
      </SegmentGroup.Root>
    </Flex>
  );
}
