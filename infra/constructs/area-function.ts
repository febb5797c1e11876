import type { Construct } from 'constructs';
import type { Area } from '#core/contract.ts';
import { SIGN_IN_CONCURRENCY } from '../concurrency.ts';
import { isProduction } from '../settings.ts';
import { modeOf } from '../table-rights.ts';
import { PortalFunction, type PortalFunctionProps } from './portal-function.ts';

export interface AreaFunctionProps extends Omit<PortalFunctionProps, 'mode' | 'timeoutSeconds'> {
  contract: Area;
}

/** HTTP APIs wait 30 seconds at most. A function that stops earlier can still answer. */
const TIMEOUT_SECONDS = 25;

/** The function of one API area. */
export class AreaFunction extends PortalFunction {
  readonly contract: Area;

  constructor(scope: Construct, id: string, { contract, ...props }: AreaFunctionProps) {
    const signsIn = Object.values(contract).some(({ access, path }) => access.public && path.startsWith('/auth/'));
    super(scope, id, {
      ...props,
      mode: modeOf(contract),
      timeoutSeconds: TIMEOUT_SECONDS,
      // New accounts have a quota of 10, of which nothing can be reserved.
      ...(signsIn && isProduction(props.settings) && { reservedConcurrency: SIGN_IN_CONCURRENCY }),
    });
    this.contract = contract;
  }
}
