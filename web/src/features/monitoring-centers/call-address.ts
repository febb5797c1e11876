/** The call that the page's address names. */
export const callAt = (parameters: URLSearchParams) => ({
  phoneNumber: parameters.get('phoneNumber') ?? '',
  /** The events of 31 days, not of 24 hours. */
  allDays: parameters.get('days') === '31',
});

export const recentEventsInput = (phoneNumber: string, allDays: boolean) => ({
  phoneNumber,
  twentyFourHours: allDays ? ('false' as const) : ('true' as const),
});
