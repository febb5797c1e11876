import { Box, chakra, Flex, Heading } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { ActionItem } from '../menu/action-item.ts';
import { ActionsMenu } from '../menu/actions-menu.tsx';

export interface PageHeaderProps {
  title: string;
  /** The number of items. A text if it is not exact: `1,000+`. */
  count?: number | string;
  /** One line under the title. */
  description?: ReactNode;
  /** Beside the title: a state. */
  badge?: ReactNode;
  /** The one primary action: a solid button. */
  primary?: ReactNode;
  /** Everything else, behind a menu. */
  secondary?: readonly ActionItem[];
  /** Under the title: tabs. */
  children?: ReactNode;
}

/** The head of a page: title, count and actions. */
export function PageHeader({ title, count, description, badge, primary, secondary = [], children }: PageHeaderProps) {
  return (
    <chakra.header>
      {/* On a phone, many actions go below the title, and the description below both: nothing is squeezed. */}
      <Box
        display={{ base: 'flex', md: 'grid' }}
        flexWrap="wrap"
        gridTemplateColumns="minmax(0, 1fr) auto"
        gridTemplateAreas={'"title actions" "description actions"'}
        gridTemplateRows="auto 1fr"
        alignItems="flex-start"
        columnGap="3"
        rowGap={{ base: '1', md: '0' }}
      >
        <Flex gridArea="title" flex="1 1 10rem" minW="0" align="center" columnGap="2.5" rowGap="1" wrap="wrap" minH="9">
          <Heading as="h1" textStyle="pageTitle" overflowWrap="anywhere">
            {title}
          </Heading>
          {count !== undefined && (
            <chakra.span color="fg.muted" textStyle="md" fontVariantNumeric="tabular-nums">
              {typeof count === 'number' ? count.toLocaleString('en') : count}
            </chakra.span>
          )}
          {badge}
        </Flex>
        {description && (
          <Box
            gridArea="description"
            flexBasis="full"
            minW="0"
            order={{ base: 1, md: 0 }}
            color="fg.muted"
            textWrap="pretty"
            overflowWrap="anywhere"
          >
            {description}
          </Box>
        )}
        <Flex gridArea="actions" gap="2" wrap={{ base: 'wrap', md: 'nowrap' }}>
          {primary}
          <ActionsMenu items={secondary} label="More actions" iconOnly />
        </Flex>
      </Box>
      {children}
    </chakra.header>
  );
}
