import path from 'node:path';
import { buildIfChanged, buildWeb, type ViteBuild, WEB } from '#local/portal/web-build.ts';

/** All components on pages of their own, for their tests. */
const GALLERY: ViteBuild = {
  title: 'the gallery of components',
  folder: 'tests/components/gallery',
  output: path.resolve('.local/gallery'),
  sources: [...WEB.sources, 'tests/components/gallery/*'],
};

/** Builds the web app and the gallery once for all page tests if they have changed. */
export default async () => {
  await buildWeb(console.log);
  await buildIfChanged(GALLERY, console.log);
};
