import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router';
import { useDealerLogo } from '#web/features/dealer-logo/use-dealer-logo.ts';
import { paths } from '#web/lib/page/paths.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { Mark } from './mark.tsx';

interface BrandProps {
  collapsed?: boolean;
  onFollow?: () => void;
}

/** The dealer's logo, or the portal's mark without one; links to the start page. */
export function Brand({ collapsed = false, onFollow }: BrandProps) {
  const { source } = useDealerLogo();
  const { dealerName } = useSession().user;
  return (
    <BrandLink asChild>
      <Link
        to={paths.home}
        aria-label={source ? `${dealerName}, to the start` : 'Watchkeep, to the start'}
        onClick={onFollow}
      >
        {source ? (
          <chakra.img src={source} alt="" maxH="8" maxW={collapsed ? '6' : '11rem'} objectFit="contain" />
        ) : (
          <>
            <Mark />
            {!collapsed && 'Watchkeep'}
          </>
        )}
      </Link>
    </BrandLink>
  );
}

const BrandLink = chakra('a', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    fontWeight: '600',
    fontSize: '0.9375rem',
    letterSpacing: '-0.01em',
    borderRadius: 'l2',
    focusVisibleRing: 'outside',
  },
});
