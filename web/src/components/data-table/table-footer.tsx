import { chakra, Flex, IconButton, NativeSelect } from '@chakra-ui/react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { DisabledReason } from '../tooltip/disabled-reason.tsx';
import type { TablePaging } from './types.ts';

interface TableFooterProps {
  paging: TablePaging | undefined;
  /** The rows of this page are on their way. */
  loading: boolean;
  /** Left of the paging controls: a stale mark. */
  children?: ReactNode;
}

/** The page size, the range of shown rows, and the buttons for the next and the previous page. */
export function TableFooter({ paging, loading, children }: TableFooterProps) {
  if (!paging && !children) return null;
  const edge = (words: string) => (loading ? 'The rows are loading' : words);
  return (
    <Flex
      align="center"
      justify="space-between"
      gap="3"
      wrap="wrap"
      px="3"
      py="1.5"
      minH="11"
      mt="-1px"
      position="relative"
      bg="bg.panel"
      borderBottomRadius="l3"
      borderTopWidth="1px"
      borderColor="border"
    >
      <Flex align="center" gap="3" color="fg.muted" textStyle="xs" fontVariantNumeric="tabular-nums">
        {children}
        {paging?.text && <span>{paging.text}</span>}
      </Flex>
      {paging && (
        <Flex align="center" gap="3">
          <Flex as="label" align="center" gap="2">
            <chakra.span color="fg.muted" textStyle="xs" whiteSpace="nowrap">
              Rows per page
            </chakra.span>
            <NativeSelect.Root size="xs" w="4.75rem">
              <NativeSelect.Field
                value={String(paging.size)}
                onChange={(event) => paging.onSizeChange(Number(event.target.value))}
              >
                {paging.sizes.map((size) => (
                  <option key={size} value={String(size)}>
                    {size}
                  </option>
                ))}
              </NativeSelect.Field>
              <NativeSelect.Indicator />
            </NativeSelect.Root>
          </Flex>
          <Flex gap="1">
            <DisabledReason reason={paging.onPrevious ? undefined : edge('This is the first page')}>
              <IconButton size="xs" variant="outline" aria-label="Previous page" onClick={paging.onPrevious}>
                <ChevronLeft aria-hidden />
              </IconButton>
            </DisabledReason>
            <DisabledReason reason={paging.onNext ? undefined : edge('This is the last page')}>
              <IconButton size="xs" variant="outline" aria-label="Next page" onClick={paging.onNext}>
                <ChevronRight aria-hidden />
              </IconButton>
            </DisabledReason>
          </Flex>
        </Flex>
      )}
    </Flex>
  );
}
