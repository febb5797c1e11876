const REQUEST_TIMEOUT_MS = 8_000;
const CONNECTION_TIMEOUT_MS = 1_000;

/** Options of an AWS client that fails a try, instead of waiting without end, when its service does not answer in time. */
export const withRequestTimeout = (milliseconds = REQUEST_TIMEOUT_MS) => ({
  requestHandler: {
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: milliseconds,
    throwOnRequestTimeout: true,
  },
});
