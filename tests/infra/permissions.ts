import type { Portal, Resource, StackName } from './synthesize.ts';

export interface Statement {
  actions: string[];
  resources: string[];
}

const list = <Item>(value: Item | Item[]): Item[] => (Array.isArray(value) ? value : [value]);

/** What the role of each function of a stack is allowed, by the function's name. */
export function permissionsOf(portal: Portal, stack: StackName): Map<string, Statement[]> {
  const policies = portal.of(stack, 'AWS::IAM::Policy').map(([, policy]) => policy.Properties);
  const functions = portal.of(stack, 'AWS::Lambda::Function').map(([, { Properties }]) => Properties);
  return new Map(
    functions
      .filter(({ FunctionName }) => FunctionName)
      .map(({ FunctionName, Role }) => {
        const role = Role['Fn::GetAtt'][0];
        const documents = policies
          .filter(({ Roles }) => Roles.some((one: { Ref: string }) => one.Ref === role))
          .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
          .filter(({ Effect }) => Effect === 'Allow');
        return [FunctionName, documents.map(statementOf)];
      }),
  );
}

const statementOf = (statement: Resource['Properties']): Statement => ({
  actions: list(statement.Action),
  resources: list(statement.Resource).map((resource) => JSON.stringify(resource)),
});

/** All statements of the portal's own policies that allow something. */
export function allStatements(portal: Portal): Statement[] {
  return portal
    .all('AWS::IAM::Policy')
    .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
    .filter(({ Effect }) => Effect === 'Allow')
    .map(statementOf);
}

/** The actions on resources whose ARN contains `part`. */
export const actionsOn = (statements: readonly Statement[], part: string): string[] => [
  ...new Set(
    statements
      .filter(({ resources }) => resources.some((resource) => resource.includes(part)))
      .flatMap(({ actions }) => actions),
  ),
];
