import { inject } from 'vitest';
import { sdkVariables, TABLE_NAME } from '#local/portal/values.ts';

// Runs before each journey loads the entities of layers/data, so that they use the table of the portal under test. Journeys write states
// that would take a quarter of an hour to occur.
Object.assign(process.env, sdkVariables(inject('portal').ports), { TABLE_NAME });
