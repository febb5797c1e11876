import { buildWeb } from '#local/portal/web-build.ts';

/** Builds the web app once for all page tests if it has changed. */
export default () => buildWeb(console.log);
