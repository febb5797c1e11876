import { chakra } from '@chakra-ui/react';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { useKeptState } from '#web/lib/page/kept-state.ts';
import { paths } from '#web/lib/page/paths.ts';
import { useRecentUnits } from '#web/lib/page/recent-units.ts';
import { NavigationLink } from './navigation-item.tsx';
import { SectionButton } from './section-button.tsx';

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

/** The units opened last in this browser; hidden while there are none. */
export function RecentUnits({ onFollow }: { onFollow: (() => void) | undefined }) {
  const units = useRecentUnits();
  const [open, setOpen] = useKeptState('watchkeep.recent-units-open', true, isBoolean);
  if (units.length === 0) return null;
  return (
    <>
      <SectionButton aria-expanded={open} onClick={() => setOpen(!open)}>
        Recent units
        <ChevronRight size={14} aria-hidden />
      </SectionButton>
      {open && (
        <ul>
          {units.map(({ UnitSerNum, UnitModel }) => (
            <li key={UnitSerNum}>
              <NavigationLink asChild>
                <Link to={paths.unit(UnitSerNum)} onClick={onFollow}>
                  <chakra.span textStyle="identifier">{UnitSerNum}</chakra.span>
                  <chakra.span textStyle="xs" color="fg.subtle" ms="auto">
                    {UnitModel}
                  </chakra.span>
                </Link>
              </NavigationLink>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
