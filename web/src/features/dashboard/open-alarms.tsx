import { Link } from 'react-router';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { paths } from '#web/lib/page/paths.ts';
import { CountLink } from './count-link.tsx';

/** The alarms that nobody has closed: the way to them. */
export const OpenAlarms = ({ count, more }: { count: number; more: boolean }) => (
  <CountLink asChild>
    <Link to={paths.alarms}>
      <StatusBadge
        tone="danger"
        look="plain"
        label={count === 1 ? '1 open alarm' : `${more ? 'More than ' : ''}${count.toLocaleString('en')} open alarms`}
      />
    </Link>
  </CountLink>
);
