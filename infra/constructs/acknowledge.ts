import { Stack, Validations } from 'aws-cdk-lib';
import { type IGrantable, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IConstruct } from 'constructs';

/** Accepts findings of cdk-nag at a construct and everything below it, each with its reason. */
export function acknowledge(at: IConstruct, findings: Readonly<Record<string, string>>): void {
  Validations.of(at).acknowledge(...Object.entries(findings).map(([id, reason]) => ({ id, reason })));
}

/**
 * Accepts that a policy of `at` names resources with a star. The finding's name contains the resource with its references to other
 * stacks resolved, so it is known only when the validation starts.
 */
export function acknowledgeWildcard(at: IConstruct, resource: string, reason: string): void {
  const validate = () => {
    acknowledge(at, { [`AwsSolutions-IAM5[Resource::${flattened(Stack.of(at).resolve(resource))}]`]: reason });
    return [];
  };
  at.node.addValidation({ validate });
}

/** A resolved value as cdk-nag writes it: references in angle brackets, joins joined, all else as JSON. */
function flattened(value: unknown): string {
  if (typeof value === 'string') return value;
  const [kind, of] = Object.entries(value as Record<string, unknown>)[0]!;
  if (kind === 'Ref') return `<${of}>`;
  if (kind === 'Fn::GetAtt') return `<${(of as string[]).join('.')}>`;
  if (kind === 'Fn::Join') {
    const [delimiter, parts] = of as [string, unknown[]];
    return parts.map(flattened).join(delimiter);
  }
  return JSON.stringify(value);
}

/** Permits actions on resources. If a resource has a star, `because` is the reason why it cannot be narrower. */
export function permit(
  to: IGrantable,
  actions: readonly string[],
  resources: readonly string[],
  because?: string,
): void {
  const { grantPrincipal } = to;
  grantPrincipal.addToPrincipalPolicy(new PolicyStatement({ actions: [...actions], resources: [...resources] }));
  if (!because) return;
  for (const resource of resources) acknowledgeWildcard(grantPrincipal as unknown as IConstruct, resource, because);
}
