import { Skeleton } from '@chakra-ui/react';
import { type ComponentProps, lazy, Suspense } from 'react';

const LocationMap = lazy(() => import('./location-map.tsx'));

/** A map, loaded when it is first shown. */
export const LateMap = (props: ComponentProps<typeof LocationMap>) => (
  <Suspense fallback={<Skeleton h={props.height} />}>
    <LocationMap {...props} />
  </Suspense>
);
