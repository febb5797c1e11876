import { inject } from 'vitest';
import { sdkVariables, TABLE_NAME } from '#local/portal/values.ts';

/**
 * Lets the entities of layers/data reach the table of the portal under test, for what would take a quarter of an hour to come about
 * by itself. Imported for its effect, before any of them.
 */
Object.assign(process.env, sdkVariables(inject('portal').ports), { TABLE_NAME });
