import { chakra, Flex } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';
import { anchorOf, useAnchor } from './anchor.ts';

export interface SettingSectionProps {
  title: string;
  /** One sentence: what it is for. */
  description?: ReactNode;
  /** Beside the title: a state. */
  badge?: ReactNode;
  children: ReactNode;
}

/** A group of settings: its description on the left, its controls on the right; stacked on a phone. */
export function SettingSection({ title, description, badge, children }: SettingSectionProps) {
  const id = useId();
  const anchored = useAnchor<HTMLElement>(anchorOf(title));
  return (
    <chakra.section
      {...anchored}
      aria-labelledby={id}
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: '15rem minmax(0, 1fr)' }}
      columnGap="10"
      rowGap="4"
      py="6"
      css={{ '& + &': { borderTopWidth: '1px', borderColor: 'border' } }}
    >
      <Flex direction="column" gap="1.5" align="flex-start">
        <chakra.h2 id={id} textStyle="sectionTitle">
          {title}
        </chakra.h2>
        {description && (
          <chakra.p color="fg.muted" textStyle="sm" textWrap="pretty">
            {description}
          </chakra.p>
        )}
        {badge}
      </Flex>
      <chakra.div minW="0">{children}</chakra.div>
    </chakra.section>
  );
}
