import { buildGallery, buildWeb } from '#local/portal/web-build.ts';

/** Builds the web app and the gallery once for all page tests if they have changed. */
export default async () => {
  await buildWeb(console.log);
  await buildGallery(console.log);
};
