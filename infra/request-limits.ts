/** The longest URL in bytes, with host and query. CloudFront answers longer ones with 413 ("Request and response behavior"). */
export const MAX_ADDRESS_LENGTH = 8192;

/** AWS's common rules block requests with a longer query (bytes), unless that rule only counts. */
export const MAX_QUERY_LENGTH = 2048;

/**
 * The common rules that only count. Bodies can be lists of a thousand units and rows of a CSV; each endpoint limits its own (Endpoint.maxBody). Queries can
 * be lists of units and cursors; CloudFront limits their size.
 */
export const COUNTED_RULES: readonly string[] = ['SizeRestrictions_BODY', 'SizeRestrictions_QUERYSTRING'];
