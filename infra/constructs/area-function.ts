import type { Construct } from 'constructs';
import type { Area } from '#core/contract.ts';
import { SIGN_IN_CONCURRENCY } from '../concurrency.ts';
import { isProduction } from '../settings.ts';
import { PortalFunction, type PortalFunctionProps } from './portal-function.ts';

export interface AreaFunctionProps extends Omit<PortalFunctionProps, 'mode' | 'timeoutSeconds'> {
  contract: Area;
}

/** HTTP APIs wait 30 seconds at most. A function that stops earlier can still answer. */
const TIMEOUT_SECONDS = 25;

/** The function of one API area. It may only read if all its endpoints only read. */
export class AreaFunction extends PortalFunction {
  readonly contract: Area;

  constructor(scope: Construct, id: string, { contract, ...props }: AreaFunctionProps) {
    const onlyReads = Object.values(contract).every(({ method }) => method === 'GET');
    const signsIn = Object.values(contract).some(({ access }) => access.public);
    super(scope, id, {
      ...props,
      mode: onlyReads ? 'read' : 'write',
      timeoutSeconds: TIMEOUT_SECONDS,
      // New accounts have a quota of 10, of which nothing can be reserved.
      ...(signsIn && isProduction(props.settings) && { reservedConcurrency: SIGN_IN_CONCURRENCY }),
    });
    this.contract = contract;
  }
}
