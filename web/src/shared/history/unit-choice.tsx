import { chakra, Flex, Text } from '@chakra-ui/react';
import { Link } from 'react-router';
import { fullUnitID, type Unit } from '#core/units/unit.ts';

interface UnitChoiceProps {
  found: {
    units: readonly Pick<Unit, 'UnitSerNum' | 'UnitModel' | 'UnitLineID' | 'UnitID' | 'DealerName'>[];
    /** More units match. */
    more: boolean;
  };
  addressOf: (UnitSerNum: string) => string;
}

/** Several units match: one is chosen. */
export const UnitChoice = ({ found: { units, more }, addressOf }: UnitChoiceProps) => (
  <Flex direction="column" gap="3" maxW="40rem">
    <Text role="status">{`${units.length}${more ? ' or more' : ''} units match. Choose one.`}</Text>
    <chakra.ul display="grid" gap="2" aria-label="Units that match">
      {units.map((unit) => (
        <chakra.li key={unit.UnitSerNum} borderWidth="1px" borderRadius="l2" bg="bg.panel" px="4" py="3">
          <chakra.span fontWeight="600" color="accent.fg" textStyle="identifier" asChild>
            <Link to={addressOf(unit.UnitSerNum)}>
              {[unit.UnitSerNum, fullUnitID(unit)].filter(Boolean).join(' · ')}
            </Link>
          </chakra.span>
          <Text color="fg.muted" textStyle="xs">{`${unit.UnitModel} · ${unit.DealerName}`}</Text>
        </chakra.li>
      ))}
    </chakra.ul>
    {more && <Text color="fg.muted">More units match. Enter more of the unit ID or serial number.</Text>}
  </Flex>
);
