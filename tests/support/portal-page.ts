import type { BrowserContextOptions, Page } from 'playwright-core';
import { inject } from 'vitest';
import { openPageOf } from './browser.ts';

/** A page of the whole portal under test. */
export const openPage = (look?: BrowserContextOptions): Promise<Page> => openPageOf(inject('portal').url, look);
