import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import type { Variable } from '#platform/aws/needs.ts';
import type { Network } from './constructs/network.ts';
import type { AccessMode } from './table-rights.ts';
import { environmentFor, type Need, needsOf } from './wiring.ts';

/** The variables, permissions and network that one need adds to a function. */
export interface Provision {
  variables?: Partial<Record<Variable, string>>;
  grant?: (to: IGrantable, mode: AccessMode, needs: readonly Need[]) => void;
  /** The network in which the function must run. Absent: any. */
  network?: Network;
}

/** The provisions of all needs. Stacks offer what they own, and grant it to their functions. */
export class Provisions {
  readonly #offered = new Map<Need, Provision>();
  readonly #stage: string;

  constructor(stage: string) {
    this.#stage = stage;
  }

  offer(need: Need, provision: Provision): void {
    this.#offered.set(need, provision);
  }

  /** The environment of the function, or of the bridge. */
  environmentOf(functionName: string): Record<string, string> {
    const values = this.#of(functionName).map(({ variables }) => variables);
    return environmentFor(functionName, Object.assign({ STAGE: this.#stage }, ...values));
  }

  networkOf(functionName: string): Network | undefined {
    return this.#of(functionName).find(({ network }) => network)?.network;
  }

  /** Permits only what the function needs. */
  grant(functionName: string, to: IGrantable, mode: AccessMode): void {
    for (const { grant } of this.#of(functionName)) grant?.(to, mode, needsOf(functionName));
  }

  #of(functionName: string): Provision[] {
    return needsOf(functionName).map((need) => {
      const provision = this.#offered.get(need);
      if (!provision) throw new Error(`${functionName} needs ${need}, which no stack before it offers`);
      return provision;
    });
  }
}
