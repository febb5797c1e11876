const REQUEST_TIMEOUT_MS = 8_000;
const CONNECTION_TIMEOUT_MS = 1_000;

/** Options of an AWS client whose requests time out. Without them a request can wait forever. */
export const withRequestTimeout = (milliseconds = REQUEST_TIMEOUT_MS) => ({
  requestHandler: {
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: milliseconds,
    throwOnRequestTimeout: true,
  },
});
