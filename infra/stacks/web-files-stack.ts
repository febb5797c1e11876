import type { Construct } from 'constructs';
import type { WebApp } from '../constructs/web-app.ts';
import { WebFiles } from '../constructs/web-files.ts';
import type { Settings } from '../settings.ts';
import { PortalStack } from './portal-stack.ts';

/** The files of the built app. A change of only the web app changes only this stack. */
export class WebFilesStack extends PortalStack {
  constructor(scope: Construct, id: string, settings: Settings, web: WebApp, folder: string) {
    super(scope, id, settings);
    new WebFiles(this, 'WebFiles', web, folder);
  }
}
