import { chakra } from '@chakra-ui/react';
import { TextLink } from '#web/components/text/text-link.tsx';
import { paths } from '#web/lib/page/paths.ts';

const SHOWN = 8;

interface UnitReasonsProps {
  label: string;
  units: readonly { UnitSerNum: string; reason?: string | undefined }[];
  /** Shows the first ones only. */
  isShort?: boolean;
}

/** Units with the reason of each, such as those at which a bulk action failed. Nothing if there are none. */
export function UnitReasons({ label, units, isShort = false }: UnitReasonsProps) {
  if (units.length === 0) return null;
  const shown = isShort ? units.slice(0, SHOWN) : units;
  const more = units.length - shown.length;
  return (
    <chakra.section aria-label={label} borderWidth="1px" borderRadius="l2" overflow="hidden">
      <chakra.ul maxH="14rem" overflowY="auto">
        {shown.map(({ UnitSerNum, reason }) => (
          <chakra.li
            key={UnitSerNum}
            display="flex"
            gap="3"
            px="3"
            py="1.5"
            borderTopWidth="1px"
            borderColor="border.subtle"
            _first={{ borderTopWidth: 0 }}
          >
            <chakra.span textStyle="identifier">
              <TextLink to={paths.unit(UnitSerNum)}>{UnitSerNum}</TextLink>
            </chakra.span>
            <chakra.span color="fg.muted" overflowWrap="anywhere">
              {reason ?? 'No reason was given'}
            </chakra.span>
          </chakra.li>
        ))}
        {more > 0 && (
          <chakra.li
            px="3"
            py="1.5"
            borderTopWidth="1px"
            color="fg.muted"
          >{`and ${more.toLocaleString('en')} more`}</chakra.li>
        )}
      </chakra.ul>
    </chakra.section>
  );
}
