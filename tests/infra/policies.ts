import type { Statement } from '#support/iam.ts';
import type { Portal, Resource, StackName } from './synthesize.ts';

/** Policy statements with texts in the place of references: `<Table.Arn>/index/gsi1`. */
export interface Role {
  /** The function's folder under functions/, or the logical id of the role. */
  name: string;
  stack: string;
  statements: (Statement & { Action: string[]; Resource: string[] })[];
  /** The characters of its inline policies. References count as long as an ARN. */
  size: number;
}

const list = (value: unknown): unknown[] => [value].flat();
const HASH = /[0-9A-F]{8}$/;

/** The name of what a reference refers to, without the hashes of CDK. */
function named(output: string): string {
  const [, id, attribute = ''] = /^(.*?)(Arn|StreamArn)?$/.exec(output.replace(HASH, ''))!;
  return attribute ? `<${id!.replace(HASH, '')}.${attribute}>` : `<${id!.replace(HASH, '')}>`;
}

/** A value of a template as text, with references in angle brackets. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const [kind, of] = Object.entries(value as Record<string, unknown>)[0]!;
  if (kind === 'Fn::Join') return (of as [string, unknown[]])[1].map(textOf).join((of as [string])[0]);
  if (kind === 'Fn::GetAtt') return named(`${(of as string[])[0]!.replace(HASH, '')}${(of as string[])[1]}`);
  if (kind === 'Ref') return String(of).startsWith('AWS::') ? String(of) : named(String(of));
  if (kind === 'Fn::GetStackOutput')
    return named((of as { OutputName: string }).OutputName.replace(/^PublishOutput(FnGetAtt|Ref)/, ''));
  return JSON.stringify(value);
}

const LENGTH_OF_REFERENCE = 'arn:aws:dynamodb:ap-northeast-1:111111111111:table/watchkeep-production-after-a-restore';
/** The text of a policy as deployed, with a long value in the place of each reference. */
const deployed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(deployed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  if (entries.length === 1 && /^(Fn::|Ref$)/.test(entries[0]![0])) return `${LENGTH_OF_REFERENCE}${textOf(value)}`;
  return Object.fromEntries(entries.map(([key, inner]) => [key, deployed(inner)]));
};

/** All roles of all stacks, with the statements of all their policies. */
export function rolesOf(stage: Portal): Role[] {
  return stage.names.flatMap((stack) => {
    const of = (type: string) => stage.of(stack as StackName, type) as [string, Resource][];
    const functions = new Map(
      of('AWS::Lambda::Function').map(([, { Properties }]) => [
        Properties.Role?.['Fn::GetAtt']?.[0] as string,
        Properties.FunctionName as string | undefined,
      ]),
    );
    return of('AWS::IAM::Role').map(([id, { Properties }]) => {
      const attached = [...of('AWS::IAM::Policy'), ...of('AWS::IAM::ManagedPolicy')].filter(([, policy]) =>
        policy.Properties.Roles?.some(({ Ref }: { Ref: string }) => Ref === id),
      );
      const documents = [
        ...attached.map(([, policy]) => policy.Properties.PolicyDocument),
        ...(Properties.Policies ?? []).map(({ PolicyDocument }: { PolicyDocument: unknown }) => PolicyDocument),
      ];
      return {
        name: functions.get(id)?.replace(/^watchkeep-[a-z]+-/, '') ?? id.replace(HASH, ''),
        stack,
        statements: documents.flatMap(({ Statement }) =>
          Statement.map((one: Statement) => ({
            ...one,
            Action: list(one.Action) as string[],
            Resource: list(one.Resource).map(textOf),
          })),
        ),
        size: JSON.stringify(deployed(documents)).replace(/\s/g, '').length,
      };
    });
  });
}

/** Each allowed action with each of its resources. */
export const allowedBy = ({ statements }: Role): string[] =>
  statements
    .filter(({ Effect }) => Effect === 'Allow')
    .flatMap(({ Action, Resource }) => Action.flatMap((action) => Resource.map((resource) => `${action} ${resource}`)));
