/** The longest address in bytes, host and query included. CloudFront answers longer ones with 413 ("Request and response behavior"). */
export const LONGEST_ADDRESS = 8192;

/** Bytes of a query beyond which AWS's common rules block a request, unless that rule only counts. */
export const LONGEST_QUERY = 2048;

/**
 * The common rules that only count. Bodies are lists of a thousand units and rows of a CSV, for which inputOf() has its own limit; queries
 * hold lists of units and cursors, for which CloudFront has one.
 */
export const COUNTED_RULES: readonly string[] = ['SizeRestrictions_BODY', 'SizeRestrictions_QUERYSTRING'];
