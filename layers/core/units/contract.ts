import { z } from 'zod';
import { defineArea } from '../contract.ts';
import { DealerKey, DealerKeyInput } from '../dealers/dealer.ts';
import { Ping } from '../history/ping.ts';
import { PageRequest } from '../paging.ts';
import { DateOffset, Instant } from '../time.ts';
import { UNIT_EDITORS, UNIT_IMPORTERS, UNIT_READERS } from './access.ts';
import { Facet } from './facets.ts';
import { ImportedUnit, ImportOutcome, UNITS_OF_AN_IMPORT } from './import-file.ts';
import { UnitFilters } from './list-query.ts';
import { SearchField } from './search.ts';
import { DEFAULT_UNIT_MODEL, SerialNumber, Unit, UnitModel } from './unit.ts';
import { UnitDetailTable } from './unit-detail.ts';
import { View, ViewInput, ViewName } from './views.ts';

const FacetCount = z.object({
  value: z.string(),
  count: z.number().int(),
  /** How many of them are in service. */
  inService: z.number().int(),
});

export const units = defineArea({
  views: {
    method: 'GET',
    path: '/api/unitViews',
    summary: 'List the saved views of the unit list: the caller’s own, and those of the dealer',
    access: UNIT_READERS,
    input: z.object({}),
    output: z.object({ views: z.array(View) }),
  },
  saveView: {
    method: 'PUT',
    path: '/api/unitViews',
    summary: 'Save a view of the unit list, in place of one with the same name. Sharing it needs UNIT_EDIT',
    access: UNIT_READERS,
    input: ViewInput,
    output: View,
    errors: ['FORBIDDEN', 'TOO_LARGE'],
  },
  deleteView: {
    method: 'POST',
    path: '/api/unitViews/delete',
    summary: 'Delete a saved view. One that is shared needs UNIT_EDIT. Again is the same',
    access: UNIT_READERS,
    input: z.object({ name: ViewName, shared: z.boolean().default(false) }),
    output: z.object({}),
    errors: ['FORBIDDEN'],
  },
  list: {
    method: 'GET',
    path: '/api/units/{param}',
    summary: 'List the units of a model page by page, filtered and the worst first, or find units by an identifier',
    access: UNIT_READERS,
    input: PageRequest.extend({
      /** `all` lists units, `withoutSecret` those that have no secret. A search field finds them. */
      param: z.union([z.literal('all'), z.literal('withoutSecret'), SearchField]),
      searchText: z.string().trim().max(40).optional(),
      UnitModel: UnitModel.default(DEFAULT_UNIT_MODEL),
      /** Serial numbers of an uploaded list, comma-separated. */
      BulkSearch: z.string().max(8000).optional(),
      /** Filters of a list of `all`, and of what a search finds. */
      ...UnitFilters.shape,
      /** A filtered list begins with the worst condition anyway. */
      order: z.enum(['dealer', 'worst']).default('dealer'),
    }),
    output: z.object({
      lists: z.record(UnitModel, z.array(Unit)),
      cursor: z.string().nullable(),
      /** The number of units of each model within the scope; of `withoutSecret`, of those without a secret. */
      totals: z.record(UnitModel, z.number().int()),
      /** How many units of each model have each value, whatever the filters are. The 50 most frequent values. Absent for a search. */
      facets: z.record(UnitModel, z.record(Facet, z.array(FacetCount))).optional(),
      /**
       * The number of units of each model that match the filter, alone or with the status assigned. Absent for other filters together, whose
       * matches nobody counts.
       */
      matching: z.record(UnitModel, z.number().int()).optional(),
      States: z.record(z.string(), z.string()),
      DealerSettings: z.object({ CustomLabel1: z.string(), CustomLabel2: z.string() }),
      NewestFirmware: z.record(UnitModel, z.string()),
      BulkSearchResults: z.object({ found: z.array(z.string()), missing: z.array(z.string()) }).optional(),
    }),
    errors: ['INVALID', 'TOO_LARGE', 'NOT_FOUND'],
  },
  get: {
    method: 'GET',
    path: '/api/unit/{id}',
    summary: 'Load one unit with its latest pings and its connection',
    access: UNIT_READERS,
    input: z.object({ id: SerialNumber, dateOffset: DateOffset.default(0) }),
    output: z.object({
      Unit,
      UnitDetailTable,
      recentPings: z.array(Ping),
      connection: z.object({ connected: z.boolean(), since: Instant.optional() }),
      /** How the unit proves its identity when it connects. */
      proof: z.object({
        /** When it got its secret. Absent if it has none. */
        secretSince: Instant.optional(),
        /** False if it can only connect with a proof. */
        mayConnectWithout: z.boolean(),
      }),
    }),
    errors: ['NOT_FOUND'],
  },
  setReporting: {
    method: 'PUT',
    path: '/api/unit/reporting',
    summary: "Switch a unit's reporting on or off",
    access: UNIT_EDITORS,
    input: z.object({ UnitSerNum: SerialNumber, Report: z.union([z.literal(0), z.literal(1)]) }),
    output: z.object({ UnitSerNum: SerialNumber, Report: z.union([z.literal(0), z.literal(1)]) }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  importUnits: {
    method: 'POST',
    path: '/api/unit/import',
    summary:
      'Bring units of a file into the stock of the root dealer, on request with their secrets. Again is the same',
    access: UNIT_IMPORTERS,
    givesRights: true,
    input: z.object({
      units: z.array(ImportedUnit).min(1, 'The file has no unit').max(UNITS_OF_AN_IMPORT),
      /** Each unit gets a secret, also one that is there already and has not logged in yet. */
      withSecrets: z.boolean().default(false),
      /** True only says what would happen. */
      dryRun: z.boolean().default(false),
    }),
    output: z.object({ outcomes: z.array(ImportOutcome) }),
  },
  giveSecret: {
    method: 'POST',
    path: '/api/unit/secret',
    summary: 'Give a unit a new secret, with which it proves its identity',
    access: UNIT_EDITORS,
    givesRights: true,
    input: z.object({
      UnitSerNum: SerialNumber,
      /** When the unit got the secret that this one replaces. Absent if it has none. */
      replaces: Instant.optional(),
    }),
    output: z.object({
      UnitSerNum: SerialNumber,
      /** 32 bytes in hexadecimal. No other call returns them. */
      secret: z.string(),
      secretSince: Instant,
    }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  withdrawSecret: {
    method: 'DELETE',
    path: '/api/unit/secret',
    summary: 'Withdraw the secret of a unit, which cannot connect until it gets a new one',
    access: UNIT_EDITORS,
    givesRights: true,
    input: z.object({
      UnitSerNum: SerialNumber,
      /** When the unit got the secret. */
      since: Instant,
    }),
    output: z.object({}),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  moveToSubDealer: {
    method: 'PUT',
    path: '/api/dealer/saveUnitNewSubDealer',
    summary: 'Move a unit to a sub-dealer, or to another dealer that the caller sees',
    access: UNIT_EDITORS,
    givesRights: true,
    input: z.object({
      UnitSerNum: SerialNumber,
      /** The dealer that had the unit when the caller read it. */
      UnitDealerKey: DealerKeyInput,
      NewDealerKey: DealerKeyInput,
    }),
    output: z.object({ UnitSerNum: SerialNumber, DealerKey, DealerName: z.string() }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  quickSearch: {
    method: 'GET',
    path: '/api/quickSearch',
    summary: 'Find units by the start of any identifier',
    access: UNIT_READERS,
    input: z.object({ searchText: z.string().trim().min(2).max(40) }),
    output: z.object({
      found: z.array(
        Unit.pick({ UnitSerNum: true, UnitModel: true, UnitLineID: true, UnitID: true, DealerName: true }),
      ),
      more: z.boolean(),
    }),
  },
});
