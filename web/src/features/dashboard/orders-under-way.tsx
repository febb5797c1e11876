import { Link } from 'react-router';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { paths } from '#web/lib/page/paths.ts';
import { CountLink } from './count-link.tsx';

/** The orders that have not shipped as a whole: the way to them. */
export const OrdersUnderWay = ({ count, more }: { count: number; more: boolean }) => (
  <CountLink asChild>
    <Link to={paths.ordersUnderWay}>
      <StatusBadge
        tone="notice"
        look="plain"
        label={
          count === 1
            ? '1 order under way'
            : `${more ? 'More than ' : ''}${count.toLocaleString('en')} orders under way`
        }
      />
    </Link>
  </CountLink>
);
