import type { Construct } from 'constructs';
import type { Area } from '#core/contract.ts';
import { AreaFunction } from '../constructs/area-function.ts';
import type { FunctionSources } from '../constructs/function-sources.ts';
import { AreaRoutes, type PortalApi } from '../constructs/portal-api.ts';
import type { Provisions } from '../provisions.ts';
import type { Settings } from '../settings.ts';
import { PortalStack } from './portal-stack.ts';

export interface ApiProps {
  provisions: Provisions;
  sources: FunctionSources;
  api: PortalApi;
  /** The areas of this stack, by name. */
  contract: Readonly<Record<string, Area>>;
}

/** One function for each area of a group, and the routes of its contract. */
export class ApiStack extends PortalStack {
  readonly areas: readonly AreaFunction[];

  constructor(scope: Construct, id: string, settings: Settings, { provisions, sources, api, contract }: ApiProps) {
    super(scope, id, settings);
    this.areas = Object.entries(contract).map(([name, area]) => {
      const areaFunction = new AreaFunction(this, name, { settings, provisions, sources, name, contract: area });
      new AreaRoutes(this, `${name}-routes`, api, areaFunction);
      return areaFunction;
    });
  }
}
