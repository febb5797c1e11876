/** The longest URL in bytes, with host and query. CloudFront answers longer ones with 413 ("Request and response behavior"). */
export const MAX_ADDRESS_LENGTH = 8192;

/** AWS's common rules block requests with a longer query (bytes), unless that rule only counts. */
export const MAX_QUERY_LENGTH = 2048;

/**
 * The common rules that only count. Bodies can be lists of a thousand units and rows of a CSV; each endpoint limits its own (Endpoint.maxBody). Queries can
 * be lists of units and cursors; CloudFront limits their size. The others take what people may write for an attack: a file `door.log`, a receiver
 * `https://203.0.113.7/alarms`, a password with `../` (decision 0240).
 */
export const COUNTED_RULES: readonly string[] = [
  'SizeRestrictions_BODY',
  'SizeRestrictions_QUERYSTRING',
  'GenericLFI_BODY',
  'GenericLFI_QUERYARGUMENTS',
  'GenericLFI_URIPATH',
  'GenericRFI_BODY',
  'GenericRFI_QUERYARGUMENTS',
  'GenericRFI_URIPATH',
  'RestrictedExtensions_QUERYARGUMENTS',
  'RestrictedExtensions_URIPATH',
  'CrossSiteScripting_BODY',
  'CrossSiteScripting_QUERYARGUMENTS',
  'CrossSiteScripting_URIPATH',
  'EC2MetaDataSSRF_BODY',
  'EC2MetaDataSSRF_QUERYARGUMENTS',
  'EC2MetaDataSSRF_URIPATH',
];
