import { inject } from 'vitest';
import { sdkVariables, TABLE_NAME } from '#local/portal/values.ts';

// Runs before each file of journeys is loaded, so that the entities of layers/data reach the table of the portal under test: for states
// that would take a quarter of an hour to come about.
Object.assign(process.env, sdkVariables(inject('portal').ports), { TABLE_NAME });
