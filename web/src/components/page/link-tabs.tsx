import { chakra, Flex } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useLocation, useResolvedPath } from 'react-router';
import { isActiveTab } from './tab-match.ts';
import { TAB, TAB_ROW } from './tab-style.ts';

export interface LinkTab {
  id: string;
  label: string;
  /** The link: a path, or only a search (`?tab=sims`) on the same path. */
  to: string;
  icon?: LucideIcon;
  count?: number;
}

export interface LinkTabsProps {
  tabs: readonly LinkTab[];
  /** Names the tabs for screen readers. */
  label: string;
  /** The tab shown. When omitted, the URL decides; the first tab if none matches. */
  active?: string;
}

/** Tabs that are links: each has its own URL, opens in a new tab of the browser, and survives a reload. */
export function LinkTabs({ tabs, label, active }: LinkTabsProps) {
  const location = useLocation();
  const base = useResolvedPath('.');
  const shown = active ?? (tabs.find((tab) => isActiveTab(tab.to, base.pathname, location)) ?? tabs[0])?.id;
  const current = useRef<HTMLAnchorElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another tab becomes the shown one
  useEffect(() => {
    // In the middle, so that it stays in sight when the typeface arrives and the tabs grow.
    current.current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [shown]);

  return (
    <chakra.nav aria-label={label} borderBottomWidth="1px" borderColor="border">
      <Flex {...TAB_ROW}>
        {tabs.map(({ id, label: text, to, icon: Icon, count }) => (
          <TabLink key={id} ref={id === shown ? current : undefined} asChild data-active={id === shown || undefined}>
            <Link to={to} aria-current={id === shown ? 'page' : undefined}>
              {Icon && <Icon size={16} aria-hidden />}
              {text}
              {count !== undefined && (
                <chakra.span textStyle="xs" color="fg.muted" fontVariantNumeric="tabular-nums">
                  {count.toLocaleString('en')}
                </chakra.span>
              )}
            </Link>
          </TabLink>
        ))}
      </Flex>
    </chakra.nav>
  );
}

const TabLink = chakra('a', { base: TAB });
