import { chakra } from '@chakra-ui/react';

const RADII = [90, 170, 260, 360, 470, 590, 720, 860];

/** The mark's waves, large and faint behind the page. */
export const Waves = () => (
  <chakra.svg
    aria-hidden
    viewBox="-900 -900 1800 900"
    position="absolute"
    zIndex="-1"
    bottom="0"
    left="50%"
    w="max(1200px, 110vw)"
    transform="translateX(-50%)"
    fill="none"
    stroke="accent.solid"
    css={{ maskImage: 'linear-gradient(to top, black, transparent 92%)' }}
  >
    {RADII.map((radius, index) => (
      <circle key={radius} r={radius} strokeWidth="1" opacity={0.26 - index * 0.026} />
    ))}
  </chakra.svg>
);
