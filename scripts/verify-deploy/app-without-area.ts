import { api } from '#core/index.ts';
import { synthesizePortal } from '#infra/portal-app.ts';
import { REMOVED_AREA } from './removed-area.ts';

/** The portal of a later commit that has lost an area. */
const { [REMOVED_AREA]: _, ...contract } = api;
await synthesizePortal(contract);
