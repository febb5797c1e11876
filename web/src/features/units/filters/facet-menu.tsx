import { Button, chakra, Menu, Portal } from '@chakra-ui/react';
import { Check, ChevronDown } from 'lucide-react';
import { Count } from './count.tsx';

interface FacetMenuProps {
  /** The name of the field: `Firmware`. */
  label: string;
  values: readonly { value: string; words: string; count?: number }[];
  chosen: string | undefined;
  onChoose: (value: string | undefined) => void;
}

/** The value for no filter. */
const ALL = '';

/** A button that opens the values of a field, with the number of units of each. */
export function FacetMenu({ label, values, chosen, onChoose }: FacetMenuProps) {
  const words = values.find(({ value }) => value === chosen)?.words;
  const items = [{ value: ALL, words: 'All' }, ...values];
  return (
    <Menu.Root lazyMount unmountOnExit>
      <Menu.Trigger asChild>
        <Button size="xs" variant={chosen === undefined ? 'outline' : 'subtle'} maxW="18rem">
          <chakra.span overflow="hidden" textOverflow="ellipsis">
            {words === undefined ? label : `${label}: ${words}`}
          </chakra.span>
          <ChevronDown aria-hidden />
        </Button>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content minW="13rem" maxW="22rem" maxH="20rem" overflowY="auto">
            <Menu.RadioItemGroup
              value={chosen ?? ALL}
              onValueChange={({ value }) => onChoose(value === ALL ? undefined : value)}
            >
              {items.map((item) => (
                <Menu.RadioItem key={item.value} value={item.value} ps="2">
                  <chakra.span w="4" flexShrink="0">
                    {(chosen ?? ALL) === item.value && <Check size={14} aria-hidden />}
                  </chakra.span>
                  <Menu.ItemText flex="1">{item.words}</Menu.ItemText>
                  <Count of={'count' in item ? item.count : undefined} />
                </Menu.RadioItem>
              ))}
            </Menu.RadioItemGroup>
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}
