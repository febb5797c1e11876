import { api } from '#core/index.ts';
import { synthesizePortal } from './portal-app.ts';

await synthesizePortal(api);
