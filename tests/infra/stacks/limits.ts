import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Area } from '#core/contract.ts';
import { api } from '#core/index.ts';
import { groupAreas } from '#infra/area-groups.ts';
import { ALL, portal, whole, wholeContract } from '../portals.ts';
import type { Portal, StackName } from '../synthesize.ts';

/** CloudFormation allows 500 resources, 200 outputs and 1 MB per template. The tests leave a tenth. */
const MOST = { resources: 450, outputs: 180, bytes: 900_000 };
const sizesOf = (stage: Portal) =>
  stage.names.map((stack) => {
    const template = stage.template(stack as StackName).toJSON();
    const count = (part: string) => Object.keys(template[part] ?? {}).length;
    return { stack, resources: count('Resources'), outputs: count('Outputs'), bytes: JSON.stringify(template).length };
  });
const tooLarge = (stage: Portal) =>
  sizesOf(stage).filter(
    ({ resources, outputs, bytes }) => resources >= MOST.resources || outputs >= MOST.outputs || bytes >= MOST.bytes,
  );

describe('the limits of CloudFormation', () => {
  it('hold for every stack', () => {
    expect(tooLarge(portal)).toEqual([]);
  });

  it('will hold with all areas and routes of the specification', () => {
    expect(whole.of('Api', 'AWS::Lambda::Function')).toHaveLength(ALL.areas);
    expect(whole.of('Api', 'AWS::ApiGatewayV2::Route')).toHaveLength(ALL.routes);
    expect(tooLarge(whole)).toEqual([]);
  });
});

describe('the limit of API Gateway', () => {
  const page = readFileSync('docs/deploy.md', 'utf8');
  const routes = whole.of('Api', 'AWS::ApiGatewayV2::Route').length;

  it('is above the routes of the one API: docs/deploy.md names both before anything is deployed', () => {
    const [firstStep] = page.slice(page.indexOf('1. **Prepare the account**')).split('\n2. ');
    const [, asked, said] = /for (\d+) \*Routes per API\*[\s\S]*the portal has (\d+),/.exec(firstStep!) ?? [];
    expect(Number(said)).toBe(routes);
    // Room for what comes before somebody must ask again.
    expect(Number(asked)).toBeGreaterThanOrEqual(routes * 1.25);
    expect(page).toContain(`| ${asked}, in every stage: the portal has ${said} in one API (step 1) |`);
  });

  it('counts one API: all stacks add their routes to the same', () => {
    const apis = whole.all('AWS::ApiGatewayV2::Api').filter(({ Properties }) => Properties.ProtocolType === 'HTTP');
    expect(apis).toHaveLength(1);
  });
});

describe('the stacks of the areas', () => {
  it('contain each area once, whatever its first letter is', () => {
    const areas = Object.fromEntries([...'abcdefghijklmnopqrstuvwxyz'].map((letter) => [`${letter}-area`, letter]));
    expect(groupAreas(areas).flatMap((group) => Object.keys(group.areas))).toEqual(Object.keys(areas));
    const deployed = portal.of('Api', 'AWS::Lambda::Function').map(([, { Properties }]) => Properties.FunctionName);
    expect(deployed.sort()).toEqual(
      Object.keys(api)
        .map((name) => `watchkeep-production-${name}`)
        .sort(),
    );
  });

  it('keep their areas when areas are added or removed', () => {
    const stackOf = (areas: Record<string, Area>) =>
      new Map(groupAreas(areas).flatMap((group) => Object.keys(group.areas).map((name) => [name, group.stack])));
    const now = stackOf(api);
    const later = stackOf(wholeContract);
    expect([...now].filter(([name, stack]) => later.get(name) !== stack)).toEqual([]);
    expect(groupAreas({}).map(({ stack }) => stack)).toEqual(groupAreas(api).map(({ stack }) => stack));
  });

  it('have one integration and one permission for each function', () => {
    const functions = portal.of('Api', 'AWS::Lambda::Function').length;
    expect(portal.of('Api', 'AWS::ApiGatewayV2::Integration')).toHaveLength(functions);
    expect(portal.of('Api', 'AWS::Lambda::Permission')).toHaveLength(functions);
  });
});
