import { chakra, Grid } from '@chakra-ui/react';
import { Fragment, type ReactNode } from 'react';
import { Copyable } from '../text/copyable.tsx';

export interface KeyValue {
  label: string;
  /** Null, undefined and an empty text show as a dash. */
  value: ReactNode;
  /** Copies the value, which must be a text, on click. */
  copyable?: boolean;
}

export interface KeyValueListProps {
  items: readonly KeyValue[];
  /** `beside` puts labels in a column of their own; `above` suits narrow places. */
  labels?: 'beside' | 'above';
}

/** Facts about one thing: labels and values, as a description list. */
export function KeyValueList({ items, labels = 'beside' }: KeyValueListProps) {
  const beside = labels === 'beside';
  return (
    <Grid
      as="dl"
      templateColumns={beside ? 'minmax(6rem, max-content) minmax(0, 1fr)' : 'minmax(0, 1fr)'}
      columnGap={{ base: '4', sm: '5' }}
      rowGap={beside ? '2' : '0'}
      alignItems="baseline"
    >
      {items.map((item) => (
        <Fragment key={item.label}>
          {/* On a phone a long label takes two lines, so that an ICCID takes one. */}
          <chakra.dt
            color="fg.muted"
            textStyle={beside ? 'sm' : 'xs'}
            maxW={{ base: beside ? '6.5rem' : 'none', sm: 'none' }}
          >
            {item.label}
          </chakra.dt>
          <chakra.dd minW="0" overflowWrap="anywhere" mb={beside ? '0' : '3'}>
            <Value {...item} />
          </chakra.dd>
        </Fragment>
      ))}
    </Grid>
  );
}

function Value({ label, value, copyable }: KeyValue) {
  if (value === null || value === undefined || value === '') {
    return (
      <chakra.span color="fg.muted">
        <span aria-hidden>—</span>
        <chakra.span srOnly>Not set</chakra.span>
      </chakra.span>
    );
  }
  if (copyable && typeof value === 'string') return <Copyable value={value} label={label} wraps />;
  return value;
}
