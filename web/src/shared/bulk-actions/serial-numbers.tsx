import { chakra } from '@chakra-ui/react';

interface SerialNumbersProps {
  label: string;
  units: readonly string[];
}

/** The serial numbers of all units that an action is about. */
export const SerialNumbers = ({ label, units }: SerialNumbersProps) => (
  <chakra.section aria-label={label} borderWidth="1px" borderRadius="l2" px="3" py="2">
    <chakra.h3 textStyle="xs" fontWeight="600" color="fg.muted" mb="1">
      {label}
    </chakra.h3>
    <chakra.ul
      display="flex"
      flexWrap="wrap"
      columnGap="3"
      rowGap="0.5"
      maxH="7rem"
      overflowY="auto"
      tabIndex={0}
      aria-label={label}
      focusVisibleRing="inside"
    >
      {units.map((UnitSerNum) => (
        <chakra.li key={UnitSerNum} textStyle="identifier">
          {UnitSerNum}
        </chakra.li>
      ))}
    </chakra.ul>
  </chakra.section>
);
