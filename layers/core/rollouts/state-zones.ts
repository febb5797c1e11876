const EASTERN = ['America/New_York'];
const CENTRAL = ['America/Chicago'];
const MOUNTAIN = ['America/Denver'];
const PACIFIC = ['America/Los_Angeles'];
const EASTERN_AND_CENTRAL = [...EASTERN, ...CENTRAL];
const CENTRAL_AND_MOUNTAIN = [...CENTRAL, ...MOUNTAIN];

const of = (zones: readonly string[], ...states: string[]) => Object.fromEntries(states.map((state) => [state, zones]));

/** The time zones of the states of the United States and the provinces of Canada, by their postal abbreviation (IANA time zone database, `zone.tab`). */
export const ZONES_OF_STATES: Readonly<Record<string, readonly string[]>> = {
  ...of(
    EASTERN,
    'CT',
    'DC',
    'DE',
    'GA',
    'MA',
    'MD',
    'ME',
    'NC',
    'NH',
    'NJ',
    'NY',
    'OH',
    'PA',
    'RI',
    'SC',
    'VA',
    'VT',
    'WV',
  ),
  ...of(EASTERN_AND_CENTRAL, 'FL', 'IN', 'KY', 'MI', 'TN'),
  ...of(CENTRAL, 'AL', 'AR', 'IA', 'IL', 'LA', 'MN', 'MO', 'MS', 'OK', 'WI'),
  ...of(CENTRAL_AND_MOUNTAIN, 'KS', 'ND', 'NE', 'SD', 'TX'),
  ...of(MOUNTAIN, 'CO', 'MT', 'NM', 'UT', 'WY'),
  ...of([...MOUNTAIN, ...PACIFIC], 'ID', 'OR'),
  ...of(['America/Phoenix', ...MOUNTAIN], 'AZ'),
  ...of(PACIFIC, 'CA', 'WA'),
  ...of([...PACIFIC, ...MOUNTAIN], 'NV'),
  ...of(['America/Anchorage', 'America/Adak'], 'AK'),
  ...of(['Pacific/Honolulu'], 'HI'),
  ...of(['America/Puerto_Rico'], 'PR', 'VI'),
  ...of(['Pacific/Guam'], 'GU', 'MP'),
  ...of(['Pacific/Pago_Pago'], 'AS'),
  ...of(['America/Halifax'], 'NB', 'NS', 'PE'),
  ...of(['America/St_Johns', 'America/Halifax'], 'NL'),
  ...of(['America/Toronto', 'America/Halifax'], 'QC'),
  ...of(['America/Toronto', 'America/Winnipeg'], 'ON'),
  ...of(['America/Winnipeg'], 'MB'),
  ...of(['America/Regina', 'America/Edmonton'], 'SK'),
  ...of(['America/Edmonton'], 'AB', 'NT'),
  ...of(['America/Vancouver', 'America/Edmonton'], 'BC'),
  ...of(['America/Whitehorse'], 'YT'),
  ...of(['America/Toronto', 'America/Winnipeg', 'America/Edmonton'], 'NU'),
};
