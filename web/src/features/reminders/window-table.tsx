import { chakra } from '@chakra-ui/react';
import { WINDOW_HOURS } from '#core/reminders/batch-window.ts';
import { typedTime } from '#core/typed-time.ts';
import { useTimeStyle } from '#web/components/text/time-style.tsx';
import { zoneName } from '#web/shared/reminders/time-zones.ts';

/** The hours in which reminders of a batch are given, by time zone [P1-B89]. */
export function WindowTable() {
  const { format } = useTimeStyle();
  const hour = (hours: number) => typedTime(`${String(hours).padStart(2, '0')}:00`, format);
  return (
    <chakra.section aria-label="Scheduling window">
      <chakra.h2 textStyle="sectionTitle" mb="2">
        Scheduling window
      </chakra.h2>
      <chakra.table w="full" borderWidth="1px" borderRadius="l2" bg="bg.panel">
        <chakra.thead srOnly>
          <tr>
            <th scope="col">Time zone</th>
            <th scope="col">Hours</th>
          </tr>
        </chakra.thead>
        <tbody>
          {Object.entries(WINDOW_HOURS).map(([zone, [from, to]]) => (
            <chakra.tr key={zone} borderBottomWidth="1px" _last={{ borderBottomWidth: '0' }}>
              <Header scope="row">{zoneName(zone)}</Header>
              <Cell>{`${hour(from)} to ${hour(to)}`}</Cell>
            </chakra.tr>
          ))}
        </tbody>
      </chakra.table>
      <chakra.p mt="2" color="fg.muted" textStyle="xs">
        Other zones have the same hours in their standard time. What does not fit into a day continues on the next one.
      </chakra.p>
    </chakra.section>
  );
}

const Header = chakra('th', { base: { px: '3', h: '9', textAlign: 'start', fontWeight: '400' } });
const Cell = chakra('td', { base: { px: '3', h: '9', textAlign: 'end', fontVariantNumeric: 'tabular-nums' } });
