/** Eleven steps from nearly white to nearly black. A step has the same lightness in every hue, so one rule picks readable pairs. */
export interface Ramp {
  50: string;
  100: string;
  200: string;
  300: string;
  400: string;
  500: string;
  600: string;
  700: string;
  800: string;
  900: string;
  950: string;
}

const ramp = (
  ...steps: [string, string, string, string, string, string, string, string, string, string, string]
): Ramp => ({
  50: steps[0],
  100: steps[1],
  200: steps[2],
  300: steps[3],
  400: steps[4],
  500: steps[5],
  600: steps[6],
  700: steps[7],
  800: steps[8],
  900: steps[9],
  950: steps[10],
});

/** The raw colours, under the component library's names. Only the theme uses them. */
export const RAMPS = {
  gray: ramp(
    '#f7f9fa',
    '#eef1f3',
    '#dfe4e8',
    '#c8cfd4',
    '#8a939a',
    '#69727a',
    '#5b646b',
    '#485157',
    '#2d343a',
    '#1c2227',
    '#12171b',
  ),
  teal: ramp(
    '#effcfb',
    '#daf8f4',
    '#b4eee7',
    '#7eddd3',
    '#3bc3b8',
    '#05a197',
    '#017e76',
    '#01655f',
    '#024e49',
    '#003834',
    '#00211e',
  ),
  green: ramp(
    '#f1fdf3',
    '#def9e2',
    '#bcf0c6',
    '#8edfa0',
    '#5bc577',
    '#309d51',
    '#0f833d',
    '#03692e',
    '#065123',
    '#063918',
    '#04220d',
  ),
  blue: ramp(
    '#f6f9fe',
    '#e8f2ff',
    '#cee3fe',
    '#a6ccfe',
    '#6eaeff',
    '#3c8ced',
    '#1e6cc5',
    '#1356a1',
    '#0f437d',
    '#0b2f59',
    '#051b36',
  ),
  orange: ramp(
    '#fff8f1',
    '#ffeedc',
    '#ffd9b2',
    '#fdba6f',
    '#e9972a',
    '#c37902',
    '#995e03',
    '#7b4b00',
    '#603900',
    '#452700',
    '#2a1500',
  ),
  red: ramp(
    '#fff7f6',
    '#feecea',
    '#fed6d0',
    '#ffb3aa',
    '#ff8074',
    '#ed4b43',
    '#c32a28',
    '#9f1d1c',
    '#7c1716',
    '#58100f',
    '#360807',
  ),
  purple: ramp(
    '#f9f8fe',
    '#f1eeff',
    '#e1dbff',
    '#cbbffe',
    '#b098ff',
    '#9178de',
    '#7259b7',
    '#5b4695',
    '#463674',
    '#312652',
    '#1c1532',
  ),
  yellow: ramp(
    '#fef9eb',
    '#fbf1cf',
    '#f4e0a1',
    '#e7c75f',
    '#cea700',
    '#a98904',
    '#846a05',
    '#6a5502',
    '#524100',
    '#3a2e00',
    '#231a00',
  ),
} satisfies Record<string, Ramp>;

export type Hue = keyof typeof RAMPS;
export const WHITE = '#ffffff';
export const BLACK = '#0c1013';

/** One value per theme. */
export interface Pair {
  light: string;
  dark: string;
}

const pair = (light: string, dark: string): Pair => ({ light, dark });

/** The roles that a colour plays in a component, in both themes. */
export const paletteOf = (hue: Hue) => {
  const steps = RAMPS[hue];
  return {
    solid: pair(steps[600], steps[400]),
    contrast: pair(WHITE, steps[950]),
    fg: pair(steps[700], steps[300]),
    subtle: pair(steps[100], steps[950]),
    muted: pair(steps[200], steps[900]),
    emphasized: pair(steps[300], steps[800]),
    border: pair(steps[500], steps[600]),
    focusRing: pair(steps[500], steps[400]),
  };
};

/** The colours of each meaning. A meaning always comes with an icon and a word. */
export const MEANINGS = {
  accent: 'teal',
  ok: 'green',
  notice: 'blue',
  warning: 'orange',
  danger: 'red',
  silent: 'purple',
  muted: 'gray',
} as const satisfies Record<string, Hue>;

/** The colours of the station board (portal-3 section 4). */
export const STATIONS = {
  Ready: 'green',
  Processing: 'red',
  OffLine: 'gray',
  Busy: 'yellow',
  OffHook: 'orange',
  Transfer: 'purple',
} as const satisfies Record<string, Hue>;

const { gray } = RAMPS;

export const SURFACES = {
  DEFAULT: pair(WHITE, BLACK),
  subtle: pair(gray[50], gray[950]),
  muted: pair(gray[100], gray[900]),
  emphasized: pair(gray[200], gray[800]),
  inverted: pair(gray[900], gray[100]),
  panel: pair(WHITE, '#161c20'),
};

export const TEXT = {
  DEFAULT: pair('#171c20', '#e8ecef'),
  muted: pair(gray[600], '#a6afb6'),
  subtle: pair(gray[500], gray[400]),
  inverted: pair(gray[50], gray[950]),
};

export const BORDERS = {
  DEFAULT: pair(gray[200], gray[800]),
  subtle: pair(gray[100], gray[900]),
  muted: pair(gray[100], gray[900]),
  /** The edge of a control: contrast 3:1 against the page (WCAG 1.4.11). */
  emphasized: pair(gray[400], '#646d75'),
  inverted: pair(gray[800], gray[200]),
};
