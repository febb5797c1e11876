import { chakra, Flex } from '@chakra-ui/react';
import { ChevronRight } from 'lucide-react';
import { Fragment, useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { useOpenable } from '#web/components/text/openable.tsx';
import { type Crumb, useAddedTrail } from '#web/lib/page/page-trail.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { screenAt, trailTo } from '../route-table.ts';
import { SCREENS } from '../routes.ts';

/** Links to the screens above the page; also sets the title of the browser's tab. */
export function Breadcrumbs() {
  const { pathname } = useLocation();
  const added = useAddedTrail();
  const { may } = useSession();
  const isOpenable = useOpenable();
  const screen = screenAt(SCREENS, pathname);
  const trail = screen && may(screen.access) ? trailTo(SCREENS, screen) : [];
  const own: Crumb[] = (screen?.namedByPage && added.length > 0 ? trail.slice(0, -1) : trail).map(
    ({ title, path }) => ({ label: title, href: path }),
  );
  const crumbs = [...own, ...added];
  const page = crumbs.at(-1)?.label;
  // A phone has room for one: the way back, because the heading names the page.
  const isOnPhone = (index: number) => index === Math.max(0, crumbs.length - 2);

  useEffect(() => {
    document.title = page ? `${page} · Watchkeep` : 'Watchkeep';
  }, [page]);

  return (
    <chakra.nav aria-label="Breadcrumbs" minW="0" overflow="hidden">
      <Flex as="ol" align="center" gap="1.5" whiteSpace="nowrap">
        {crumbs.map((crumb, index) => {
          const isLast = index === crumbs.length - 1;
          return (
            <Fragment key={`${crumb.label} ${crumb.href}`}>
              {index > 0 && (
                <chakra.li aria-hidden color="fg.subtle" flexShrink="0" hideBelow="md">
                  <ChevronRight size={14} />
                </chakra.li>
              )}
              <chakra.li
                minW="0"
                overflow="hidden"
                textOverflow="ellipsis"
                flexShrink={isLast ? { base: 1, md: 0 } : 1}
                // A long name leaves room for the links before it.
                maxW={isLast ? { md: '14rem', lg: '24rem' } : undefined}
                hideBelow={isOnPhone(index) ? undefined : 'md'}
              >
                {isLast || !crumb.href || !isOpenable(crumb.href) ? (
                  <chakra.span aria-current={isLast ? 'page' : undefined} fontWeight={isLast ? '600' : undefined}>
                    {crumb.label}
                  </chakra.span>
                ) : (
                  <CrumbLink asChild>
                    <Link to={crumb.href}>
                      <chakra.span hideFrom="md" aria-hidden>
                        {'‹ '}
                      </chakra.span>
                      {crumb.label}
                    </Link>
                  </CrumbLink>
                )}
              </chakra.li>
            </Fragment>
          );
        })}
      </Flex>
    </chakra.nav>
  );
}

const CrumbLink = chakra('a', {
  base: { color: 'fg.muted', borderRadius: 'l1', focusVisibleRing: 'inside', _hover: { color: 'fg' } },
});
